import type { Words } from '../../../contract/entity/field.ts'

/** A function or property that scripts can use. `apply` is what the editor inserts. */
export interface ApiEntry {
  readonly label: string
  readonly apply: string
  readonly words: Words
}

const entry = (label: string, en: string, zh: string): ApiEntry => ({
  label,
  apply: label.replace(/\(.*\)$/, '('),
  words: { en, zh },
})

/** Members by object. */
export const scriptApi: Readonly<Record<string, readonly ApiEntry[]>> = {
  msgContext: [
    entry('getTopic()', 'topic of the message', '消息主题'),
    entry('setTopic(topic)', 'changes the topic', '修改主题'),
    entry('getPayload()', 'text of the message', '消息内容'),
    entry('setPayload(payload)', 'changes the text', '修改内容'),
    entry('getSerialNumber()', 'serial number of the device', '设备序列号'),
    entry('getProductId()', 'id of the product', '产品标识'),
    entry('getProtocolCode()', 'JSON, TEXT or HEX', '协议：JSON、TEXT 或 HEX'),
    entry('getData(name)', 'own value of an earlier script', '前面脚本设置的数据'),
    entry('setData(name, value)', 'own value for later scripts and templates', '供后续脚本和模板使用的数据'),
    { label: 'logger', apply: 'logger.', words: { en: 'log of the run', zh: '运行日志' } },
    { label: 'topic', apply: 'topic', words: { en: 'topic of the message', zh: '消息主题' } },
    { label: 'payload', apply: 'payload', words: { en: 'text of the message', zh: '消息内容' } },
  ],
  tags: [entry('read(path)', 'newest good value of a tag, or null', '测点的最新有效值，没有则为 null')],
  history: [entry('last(path, minutes)', 'stored values with time, oldest first', '最近若干分钟的历史值，由旧到新')],
  devices: [entry('command(device, point, value)', 'sends a command', '下发控制命令')],
  alarms: [
    entry('raise(key, text, level)', 'raises an alarm: low, medium or high', '产生告警：low、medium 或 high'),
    entry('clear(key)', 'clears an alarm', '恢复告警'),
  ],
  log: [
    entry('debug(text)', 'log line', '调试日志'),
    entry('info(text)', 'log line', '信息日志'),
    entry('warn(text)', 'log line', '警告日志'),
    entry('error(text)', 'log line', '错误日志'),
  ],
  JSONUtil: [
    entry('parseObj(text)', 'reads a JSON object', '解析 JSON 对象'),
    entry('parseArray(text)', 'reads a JSON array', '解析 JSON 数组'),
    entry('toJsonStr(value)', 'JSON text', '转换为 JSON 文本'),
  ],
  NumberUtil: [
    entry('add(a, b)', 'sum', '加'),
    entry('sub(a, b)', 'difference', '减'),
    entry('mul(a, b)', 'product', '乘'),
    entry('div(a, b, scale)', 'quotient', '除'),
    entry('round(value, scale)', 'rounded value', '四舍五入'),
  ],
}

/** Objects offered at the start of an expression, by language. */
export const scriptObjects: Readonly<Record<'groovy' | 'javascript', readonly string[]>> = {
  groovy: [
    'msgContext',
    'tags',
    'history',
    'devices',
    'alarms',
    'log',
    'JSONUtil',
    'NumberUtil',
    'JSONObject',
    'JSONArray',
  ],
  javascript: ['msgContext', 'tags', 'history', 'devices', 'alarms', 'log', 'JSON', 'Math'],
}
