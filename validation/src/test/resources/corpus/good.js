// eval(text) and element.innerHTML = text are only words here
/* new Function('a', text) */
const cp = require('child_process');
const pattern = /eval\(x\)/;

function harmless(text, element, regex) {
  console.log("eval(text)", `exec(${text})`);
  JSON.parse(text);
  serializer.unserialize(text);
  regex.exec(text);
  /a(b)/.exec(text);
  db.exec(text);
  cp.execFile('ls', [text]);
  cp.spawn('ls', [text]);
  cp.spawn('ls', [text], { shell: false });
  setTimeout(() => run(), 10);
  setTimeout(run, 10);
  element.textContent = text;
  element.innerHTML = '';
  element.innerHTML = '<b>fixed</b>';
  const innerHTML = text;
  evaluate(text);
  this.evaluator.evalLater(text);
}

const token = process.env.TOKEN;
const password = 'your-password';
const passwordLabel = 'Password';
const authToken = `${prefix}-x`;
