/** Our dark theme: the colors that programs are told of when they ask. */

export const FOREGROUND = "#e9edf3";
export const BACKGROUND = "#0e1116";
export const ANSI = [
  ...["#1a1f27", "#ff7a7a", "#58cc93", "#f2c14e", "#6cb2ff", "#c79bff", "#4fd1d9", "#c6cfdb"],
  ...["#76828f", "#ff9b9b", "#82e0b0", "#ffd67a", "#96c9ff", "#dabdff", "#84e4ea", "#f4f7fb"],
];
