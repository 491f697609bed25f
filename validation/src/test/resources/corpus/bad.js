const cp = require('child_process');
const { exec, execSync: runNow } = require('node:child_process');
const vm = require('vm');
const serialize = require('node-serialize');

function dangerous(text, element) {
  eval(text); // want: js-eval
  window.eval(text); // want: js-eval
  new Function('a', text); // want: js-function
  Function(text)(); // want: js-function
  setTimeout('run()', 10); // want: js-timer-text
  cp.exec('ls ' + text); // want: js-exec
  exec(`ls ${text}`); // want: js-exec
  runNow(text); // want: js-exec
  cp.spawn('ls', [text], { shell: true }); // want: js-spawn-shell
  element.innerHTML = text; // want: js-inner-html
  element.outerHTML += text; // want: js-inner-html
  document.write(text); // want: js-document-write
  element.insertAdjacentHTML('beforeend', text); // want: js-insert-html
  vm.runInNewContext(text); // want: js-vm
  serialize.unserialize(text); // want: js-deserialize
  require('child_process').exec(text); // want: js-exec
  globalThis['eval'](text); // missed: the name is in a text
}

const apiKey = 'k3y-9c1f77aa02'; // want: secret-hard-coded
const aws = 'AKIAQWERTYUIOPASDFGH'; // want: secret-aws-key
