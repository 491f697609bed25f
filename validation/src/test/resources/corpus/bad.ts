import { exec as run } from 'child_process';
import * as cp from 'node:child_process';

export function dangerous(text: string, element: HTMLElement): void {
  const value: unknown = eval(text); // want: js-eval
  run(text); // want: js-exec
  cp.execSync(text); // want: js-exec
  element.innerHTML = text as string; // want: js-inner-html
  const make = new Function(text); // want: js-function
}
