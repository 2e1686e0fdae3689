/** The build puts the text of a file that is imported with `?raw` into the bundle. */
declare module "*?raw" {
  const text: string;
  export default text;
}
