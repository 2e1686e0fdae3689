/** The icons of the tray and the taskbar, 32 by 32 pixels. They are part of the code, so that no file can be missing. */
import { nativeImage, type NativeImage } from "electron";

/** renderer/icon.svg. */
const COLORED =
  "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAACFklEQVR42u1XT0gUURz+fm+2WXfXnZ0Vd6DIjAwDJSgQWbx5kNRrRhAEIR5CJO" +
  "gQHfPgXZDAS3SqW9ElUvFciARpaGRmFEFUiowrijOyvd6bGFmWZqBtd95lPxjmzXzv8fu+jzd/fjGUwjRNA/ptEM9zTheIYKEK4Bw/ifgSOC0U" +
  "4E7Ctm2fI39gGLkBruEBgU6ghuDg36iIkUJhc+ZIQMqwLmkaZhElinxQiiBkMtk001eF8+NR1v+ThHNeMxLpm0RsCBFDGE6D2PcYiPJQBVGbiZ" +
  "2pToCoTUbW4lAIBsWoC4j964KOth7v/G7jlZoErvTf8Q4lCUj3nWd7jsblKTR39aFt6BZSree8670va9h4MoWt1/PVSaDUeXkKVn4AXfceIdvZ" +
  "Db0x4x1yLO9J7r8FlLqXkGN/P0icuTwWuDaMY5W4/9u9ZEt74NowjlXiPiiFmj0FYbve5/a/fgicE8axSt2Xp/Dp6f3AOWGcFk+kxsMEjF6bgt" +
  "XUEioy13QKL55NwF5fRiJ3ElqyEUXXQWH9LVan72JzcS74i1z/GtYFiKbhh7I/MlGbeR2Lsn9SvsTEI6BMgKxNDaZ5WsexN0KOGXH+tovDi+zA" +
  "tj9z0HD07n/dkLU1eeEe7L2P68lFztDrdSy1b06v7u5sPfdexT7hOPsf3Qb9YRyaK9pzR7TnadGep6rYnr8UjcjjXRxed3a2V3zuNzp1st+CT5" +
  "X9AAAAAElFTkSuQmCC";
/** The same shapes in black: macOS colors them like the menu bar. */
const TEMPLATE =
  "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAABYElEQVR42mNiGGDANOqAUQeMOmCgHcBConoHKH2AWg5gJFH9DijtMRAOMAHiU1" +
  "C2GRCfoXcaKIE6mBHKpmsIqAHxVaQ08weItYH4FqUOYCZSXSs02JFDjg2ItxDhcH8gNgTiL0D8jpwQkALiO0DMiSb+HYhVgPgZjvQyHUojg5NA" +
  "nA+liU4DeVgsZ4CK5WERt4BaYIJFzhyIjwGxNbEhIAjEd6E0NvAeiJWhNAhwAfFlIFYiYC7ITB0g/kEoBNLxWA5zYDoSX48IyxmgjjYgFAWgIM" +
  "4lwrBcpCgyICEDEHRAPDQBEpNI46ldEIHyeyEJ5hRC9VwgQc8FfA4IgeZhBhIKKpCe00QW0WeharHmAkZomW9CYmiegRZWxkB8Ak8h9xeaHc/i" +
  "CgF3MiyHFT7uUIeA6FdY1DyFyp3FVw6A6np7MtPUQaQ2gwjUHDko/xEQ70cvjhkZBhiMtglHHTDqAAB5TzTq9eT/tgAAAABJRU5ErkJggg==";
/** The amber diamond that means "needs you". */
const BADGE =
  "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAoklEQVR42s2Xyw2AIBBEGWJRNmFNYk02YVcaEy/EHyy7y3AhHOC9hN9sDJ3b0D" +
  "J5X8d09pi2JF0DjfD5Gi5SCSjAQ4sElOBiCSjCRRJQhldLwABeJQEjeLEEDOFFEjCG/0rAAf4pASf4qwQc4Y8ScIbfJNABnknE3nmAYwsoDiHF" +
  "NaR4iCieYorPiOI7pggkFJGMIpRSxHKKwoSiNKMoTrXaAXQ4jyYD13FcAAAAAElFTkSuQmCC";

/** The icon in the tray or the menu bar. */
export function trayIcon(): NativeImage {
  if (process.platform !== "darwin") return picture(COLORED);
  const image = picture(TEMPLATE).resize({ width: 18, height: 18 });
  image.setTemplateImage(true);
  return image;
}

/** The icon over the taskbar's button when a session needs the user. */
export function badgeIcon(): NativeImage {
  return picture(BADGE);
}

function picture(base64: string): NativeImage {
  return nativeImage.createFromBuffer(Buffer.from(base64, "base64"));
}
