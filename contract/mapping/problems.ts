import type { Words } from '@mimic/engine/schema'

/** Why a whole message was rejected. */
export const messageProblems = {
  topic: { en: 'No mapping declares this topic', zh: '没有映射声明该主题' },
  empty: { en: 'The payload is empty', zh: '消息内容为空' },
  size: { en: 'The payload is larger than 1 MB', zh: '消息内容超过 1 MB' },
  encoding: { en: 'The payload is not valid UTF-8 text', zh: '消息内容不是有效的 UTF-8 文本' },
  json: { en: 'The payload is not valid JSON', zh: '消息内容不是有效的 JSON' },
  bytes: {
    en: 'The bytes for the decoder are missing or not valid hex or base64',
    zh: '缺少供解码器使用的字节，或其十六进制、Base64 编码无效',
  },
  decoder: { en: 'The decoder could not read the bytes', zh: '解码器无法解析该字节内容' },
  device: { en: 'The message does not name its device', zh: '消息中没有设备标识' },
  session: {
    en: 'No birth message of this edge node or device has arrived; one was requested',
    zh: '尚未收到该边缘节点或设备的出生消息，已请求重新发送',
  },
  items: { en: 'The message has too many items', zh: '消息中的条目过多' },
  points: { en: 'The message contains none of the declared points', zh: '消息中没有任何已声明的点位' },
} as const satisfies Record<string, Words>

/** Reason why a message or a part of it was rejected; a key of `messageProblems`. */
export type MessageProblem = keyof typeof messageProblems

/** Why a value is not of good quality. */
export const valueReasons = {
  noValue: { en: 'The device sent no value', zh: '设备未上报有效值' },
  notNumber: { en: 'The value is not a number', zh: '该值不是数字' },
  notFinite: { en: 'The number is infinite or too large', zh: '数字为无穷大或过大' },
  notInteger: {
    en: 'The number is not an integer; declare rounding if it should be rounded',
    zh: '该数字不是整数；如需取整，请声明取整方式',
  },
  notOnOff: { en: 'The value is not one of the declared words for on and off', zh: '该值不在已声明的开、关词语之中' },
  unknownWord: { en: 'The value is not in the declared list of values', zh: '该值不在已声明的取值列表中' },
  notText: { en: 'The value is not a text', zh: '该值不是文本' },
  notArray: { en: 'The value is not an array', zh: '该值不是数组' },
  notObject: { en: 'The value is not an object', zh: '该值不是对象' },
  tooLong: { en: 'The text is longer than 1,024 characters', zh: '文本超过 1024 个字符' },
  range: { en: 'The value is outside its declared limits', zh: '该值超出声明的范围' },
  bytes: { en: 'The bytes are missing, too short or wrongly encoded', zh: '字节缺失、长度不足或编码错误' },
  expression: { en: 'The expression gave no result', zh: '表达式没有结果' },
  quality: { en: 'The device reports bad quality', zh: '设备上报该值质量为坏' },
  doubtful: { en: 'The device reports uncertain quality', zh: '设备上报该值质量存疑' },
  time: {
    en: 'The source time is unreadable or implausible; the time of receipt is used',
    zh: '时间戳无法识别或不合理，已改用接收时间',
  },
  future: {
    en: 'The source time is in the future; the time of receipt is used',
    zh: '时间戳晚于当前时间，已改用接收时间',
  },
  sequence: {
    en: 'A message of the edge node is missing; a new birth message was requested',
    zh: '边缘节点的消息缺失，已请求重新发送出生消息',
  },
  unsupported: { en: 'This data type is not supported', zh: '不支持该数据类型' },
} as const satisfies Record<string, Words>

/** Reason why a value is not good; a key of `valueReasons`. */
export type ValueReason = keyof typeof valueReasons

/** Why a command cannot be sent. */
export const commandProblems = {
  point: { en: 'This point has no command', zh: '该点位未配置控制命令' },
  type: { en: 'The value does not have the type of this point', zh: '该值与点位的数据类型不符' },
  range: { en: 'The value is outside the limits of this point', zh: '该值超出点位的范围' },
  value: { en: 'The device has no word for this value', zh: '该值没有对应的设备词语' },
  expression: { en: 'The expression of the command gave no result', zh: '命令表达式没有结果' },
  placeholder: { en: 'A placeholder of the command has no value', zh: '命令中的占位符没有取值' },
  topic: { en: 'The device name cannot be part of a topic', zh: '该设备名称不能用于主题' },
} as const satisfies Record<string, Words>

/** Reason why a command cannot be built; a key of `commandProblems`. */
export type CommandProblem = keyof typeof commandProblems
