import type { Words } from '../schema/index.ts'

/** Messages shared by the commands. */
export const words = {
  usage: { en: 'Usage', zh: '用法' },
  commands: { en: 'Commands', zh: '命令' },
  exits: {
    en: 'Exit status: 0 no problems, 1 problems found, 2 the command failed.',
    zh: '退出码：0 无发现，1 有发现，2 命令无法执行。',
  },
  helpHint: {
    en: 'Run mimic COMMAND --help for more information about a command.',
    zh: '用 mimic 命令 --help 查看命令说明。',
  },
  unknownCommand: { en: 'unknown command "{name}"', zh: '没有“{name}”这个命令' },
  wrongOption: { en: 'invalid arguments: {cause}', zh: '无法理解参数：{cause}' },
  fileCount: { en: '{name} expects {count}: mimic {usage}', zh: '{name} 需要 {count}：mimic {usage}' },
  unreadable: { en: '{file} cannot be read: {cause}', zh: '无法读取 {file}：{cause}' },
  unwritable: { en: '{file} cannot be written: {cause}', zh: '无法写入 {file}：{cause}' },
  isFine: {
    en: '{file}: version {version}, components: {count}, no problems',
    zh: '{file}：版本 {version}，{count} 个组件，没有问题',
  },
  warning: { en: 'warning', zh: '警告' },
  tagNotUsed: { en: '{tag} is not used by the drawing', zh: '图纸没有用到 {tag}' },
  wrongValue: {
    en: '"{text}" is neither a file nor project/device/point=value, optionally with @good, @uncertain, @bad or @stale; append @good to a text that ends like one of these',
    zh: '“{text}”既不是文件，也不是 项目/设备/点=值（可加 @good、@uncertain、@bad 或 @stale；文本本身以类似标记结尾时，请在其后加 @good）',
  },
  wrongTime: {
    en: '"{text}" is neither a number of milliseconds (0 or more) nor an ISO 8601 time',
    zh: '“{text}”既不是从 0 开始的毫秒数，也不是 ISO 8601 时间',
  },
  wrongScale: { en: '--scale must be a number from {min} to {max}', zh: '--scale 应为 {min} 到 {max} 之间的数' },
  tooLarge: {
    en: 'an image of {width} × {height} pixels is too large: at most {most} million pixels',
    zh: '{width} × {height} 像素的图片过大：最多 {most} 百万像素',
  },
  noCanvas: {
    en: 'PNG needs the package @napi-rs/canvas, which is not installed',
    zh: '输出 PNG 需要安装 @napi-rs/canvas',
  },
  noFont: {
    en: 'Noto Sans SC is not installed (@fontsource-variable/noto-sans-sc): texts use the fonts of this system',
    zh: '未安装 Noto Sans SC（@fontsource-variable/noto-sans-sc）：文字使用系统字体绘制',
  },
  noImage: {
    en: 'picture {address} not drawn: not found in the folder given with --files',
    zh: '未绘制图片 {address}：--files 指定的目录中没有该文件',
  },
  noMap: {
    en: 'map {address} not drawn: not found in the folder given with --files, or not a map',
    zh: '未绘制地图 {address}：--files 指定的目录中没有该文件，或该文件不是地图数据',
  },
  onTerminal: {
    en: 'a PNG cannot be written to a terminal: give a file with --out',
    zh: '不能把 PNG 输出到终端：请用 --out 指定文件',
  },
  written: { en: '{file}: {width} × {height} pixels', zh: '{file}：{width} × {height} 像素' },
  isBound: { en: '{file}: bindings: {count}, no problems', zh: '{file}：{count} 个绑定，未发现问题' },
  instancesUnchecked: {
    en: '{file}: bindings inside symbol instances were not checked because the drawing has a problem: {problem}',
    zh: '{file}：图纸有问题，未检查图元实例中的绑定：{problem}',
  },
  endingUnknown: {
    en: 'the extension of "{file}" is neither .svg nor .png: use --svg or --png',
    zh: '“{file}”的扩展名不是 .svg 或 .png：请用 --svg 或 --png 指明格式',
  },
  endingOther: { en: 'the extension of "{file}" does not match the format', zh: '“{file}”的扩展名与所选格式不符' },
  oneFormat: { en: 'use either --svg or --png', zh: '--svg 与 --png 只能选其一' },
  notSvg: { en: '--picture is only for SVG files; {file} is not one', zh: '--picture 仅用于 SVG 文件，{file} 不是' },
  notFuxa: { en: '--view is only for FUXA projects; {file} is not one', zh: '--view 仅用于 FUXA 工程，{file} 不是' },
  character: { en: 'character {at}', zh: '第 {at} 个字符' },
} as const satisfies Record<string, Words>

/** Chinese descriptions of the reader's error codes, whose messages are in English. */
export const codeWords: Readonly<Record<string, string>> = {
  custom: '不符合要求',
  invalid_format: '格式不正确',
  invalid_type: '类型不正确',
  invalid_union: '不符合任何一种形式',
  invalid_value: '不是允许的值',
  out_of_range: '超出范围',
  too_big: '超过上限',
  too_small: '低于下限',
  unrecognized_keys: '未知的键',
  'drawing.cycle': '组合嵌套成环或过深',
  'drawing.depth': '括号嵌套过深',
  'drawing.duplicate': '重复',
  'drawing.duplicateKey': '键重复',
  'drawing.forbiddenKey': '不允许的键',
  'drawing.parent': '父级不正确',
  'drawing.single': '一张图纸只能有一个此类组件',
  'drawing.syntax': '不是有效的 JSON',
  'drawing.tooLarge': '文件过大',
  'drawing.tooMany': '组件过多',
  'drawing.unbindable': '该属性不能绑定',
  'drawing.unknownType': '组件类型未安装',
  'drawing.unreadable': '无法读取',
  'drawing.leftOut': '当前版本无法识别，已略去',
  'drawing.newer': '由更新版本的程序保存',
  'drawing.version': '版本不支持',
}
