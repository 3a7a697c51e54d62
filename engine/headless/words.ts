import type { Words } from '../schema/index.ts'

/** What the commands say, beside what a command says of itself. */
export const words = {
  usage: { en: 'Usage', zh: '用法' },
  commands: { en: 'Commands', zh: '命令' },
  exits: {
    en: 'Exit status: 0 nothing found, 1 something found, 2 the command could not be carried out.',
    zh: '退出码：0 无发现，1 有发现，2 命令无法执行。',
  },
  helpHint: { en: 'mimic COMMAND --help tells more of a command.', zh: '用 mimic 命令 --help 查看命令说明。' },
  unknownCommand: { en: 'there is no command "{name}"', zh: '没有“{name}”这个命令' },
  wrongOption: { en: 'this cannot be understood: {cause}', zh: '无法理解参数：{cause}' },
  fileCount: { en: '{name} takes {count}: mimic {usage}', zh: '{name} 需要 {count}：mimic {usage}' },
  unreadable: { en: '{file} cannot be read: {cause}', zh: '无法读取 {file}：{cause}' },
  unwritable: { en: '{file} cannot be written: {cause}', zh: '无法写入 {file}：{cause}' },
  isFine: { en: '{file}: version {version}, {count} components, no problems', zh: '{file}：版本 {version}，{count} 个组件，没有问题' },
  warning: { en: 'warning', zh: '警告' },
  tagNotUsed: { en: '{tag} is not used by the drawing', zh: '图纸没有用到 {tag}' },
  wrongValue: { en: '"{text}" is neither a file nor project/device/point=value', zh: '“{text}”既不是文件，也不是 项目/设备/点=值' },
  wrongTime: { en: '"{text}" is neither milliseconds nor an ISO 8601 time', zh: '“{text}”既不是毫秒数，也不是 ISO 8601 时间' },
  wrongScale: { en: '--scale is a number from {min} to {max}', zh: '--scale 应为 {min} 到 {max} 之间的数' },
  tooLarge: { en: 'a picture of {width} × {height} pixels is too large: at most {most} million', zh: '{width} × {height} 像素的图片过大：最多 {most} 百万像素' },
  noCanvas: { en: 'PNG needs the package @napi-rs/canvas, which is not installed', zh: '输出 PNG 需要安装 @napi-rs/canvas' },
  noFont: {
    en: 'Noto Sans SC is not installed (@fontsource-variable/noto-sans-sc): texts are drawn in the fonts of this system',
    zh: '未安装 Noto Sans SC（@fontsource-variable/noto-sans-sc）：文字使用系统字体绘制',
  },
  noImage: { en: 'the picture {address} is not drawn: it is not in the folder named with --files', zh: '未绘制图片 {address}：--files 指定的目录中没有该文件' },
  onTerminal: { en: 'a PNG is not written on a terminal: name a file with --out', zh: '不能把 PNG 输出到终端：请用 --out 指定文件' },
  written: { en: '{file}: {width} × {height} pixels', zh: '{file}：{width} × {height} 像素' },
  isBound: { en: '{file}: {count} bindings, nothing found', zh: '{file}：{count} 个绑定，未发现问题' },
  character: { en: 'character {at}', zh: '第 {at} 个字符' },
} as const satisfies Record<string, Words>

/** What the reader's codes mean, for those who do not read its English messages. */
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
  'drawing.forbiddenKey': '不允许的键',
  'drawing.parent': '父级不正确',
  'drawing.syntax': '不是有效的 JSON',
  'drawing.tooLarge': '文件过大',
  'drawing.tooMany': '组件过多',
  'drawing.unbindable': '该属性不能绑定',
  'drawing.unknownType': '组件类型未安装',
  'drawing.unreadable': '无法读取',
  'drawing.version': '版本不支持',
}
