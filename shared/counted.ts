/** A number with its noun: `1 line`, `2 lines`. Pass `many` for an irregular plural. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
