/** `1 line`, `2 lines`; with the plural where it is not so formed. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
