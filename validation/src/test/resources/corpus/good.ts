// eval(text)
export interface Shell { exec(line: string): void; eval: number }

export function harmless(shell: Shell, text: string): void {
  shell.exec(text);
  const kind: 'eval' | 'exec' = 'eval';
  console.log(kind, "new Function(text)");
}
