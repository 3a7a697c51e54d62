import { defineEntity } from '../entity/define.ts'
import type { Condition, EntityValues, Words } from '../entity/field.ts'
import { choice, flag, instant, number, refs, rows, secret, text } from '../entity/field.ts'
import { templateFault } from './bridgeTemplate.ts'
import { sqlTemplateFault } from './sqlTemplate.ts'

/** Kinds of bridges by their stored codes. */
export const bridgeKinds = { http: 3, mqtt: 4, database: 5 } as const
/** Directions of HTTP bridges. An MQTT bridge has a direction for each topic, and a database is an output. */
export const bridgeDirections = { input: 1, output: 2 } as const

const http: Condition = { field: 'kind', is: [bridgeKinds.http] }
const mqtt: Condition = { field: 'kind', is: [bridgeKinds.mqtt] }
const database: Condition = { field: 'kind', is: [bridgeKinds.database] }
const mqttOrDatabase: Condition = { field: 'kind', is: [bridgeKinds.mqtt, bridgeKinds.database] }
const input: Condition = { ...http, and: { field: 'direction', is: [bridgeDirections.input] } }
const push: Condition = { ...http, and: { field: 'direction', is: [bridgeDirections.output] } }
const output: Condition = { ...mqttOrDatabase, or: push }
const pushWith = (...methods: readonly string[]): Condition => ({
  ...http,
  and: { field: 'direction', is: [bridgeDirections.output], and: { field: 'authentication', is: methods } },
})
const sendsReports = (...values: readonly string[]): Condition => ({
  ...mqttOrDatabase,
  and: { field: 'reports', is: values },
  or: { ...push, and: { field: 'direction', is: [bridgeDirections.output], and: { field: 'reports', is: values } } },
})

/** Schemes of the address by kind. */
const schemes: Readonly<Record<number, { readonly pattern: RegExp; readonly words: Words }>> = {
  [bridgeKinds.http]: {
    pattern: /^https?:$/,
    words: {
      en: 'Address: must start with http:// or https:// and have no user name',
      zh: '地址：应以 http:// 或 https:// 开头，且不含用户名',
    },
  },
  [bridgeKinds.mqtt]: {
    pattern: /^(?:mqtts?|wss?):$/,
    words: {
      en: 'Address: must start with mqtt://, mqtts://, ws:// or wss:// and have no user name',
      zh: '地址：应以 mqtt://、mqtts://、ws:// 或 wss:// 开头，且不含用户名',
    },
  },
  [bridgeKinds.database]: {
    pattern: /^(?:postgres(?:ql)?|mysql|mariadb):$/,
    words: {
      en: 'Address: postgresql://host:5432/database or mysql://host:3306/database, without a user name',
      zh: '地址：postgresql://主机:5432/数据库 或 mysql://主机:3306/数据库，不含用户名',
    },
  },
}

const isAddressValid = ({ kind, url }: EntityValues): boolean => {
  if (typeof url !== 'string' || typeof kind !== 'number') return true
  // Only the path and query may contain placeholders: the host is checked when the bridge is saved and at each request.
  if (!URL.canParse(url.replaceAll(/\$\{[^{}]*\}/g, 'x'))) return false
  const { protocol, username, password, hostname, pathname } = new URL(url.replaceAll(/\$\{[^{}]*\}/g, 'x'))
  const origin = url.split('/', 3).join('/')
  return (
    (schemes[kind]?.pattern.test(protocol) ?? false) &&
    username === '' &&
    password === '' &&
    hostname !== '' &&
    !origin.includes('${') &&
    (kind === bridgeKinds.http || !url.includes('${')) &&
    (kind !== bridgeKinds.database || /^\/[^/]+$/.test(pathname))
  )
}

const getText = (values: EntityValues, field: string): string => {
  const value = values[field]
  return typeof value === 'string' ? value : ''
}

/** A connection to another system: an HTTP endpoint, a bridged MQTT broker or a database. */
export const bridge = defineEntity({
  name: 'bridge',
  path: 'bridges',
  area: 'scada',
  scope: 'none',
  title: 'name',
  words: { one: { en: 'Bridge connector', zh: '桥接连接器' }, many: { en: 'Bridge connectors', zh: '桥接连接器' } },
  begin: {
    en: 'A bridge sends messages to another system, or receives them: over HTTP, MQTT or into a database. MIMIC_OUTBOUND_ALLOWED must list its address.',
    zh: '桥接通过 HTTP、MQTT 或数据库与其他系统交换消息，其地址须在 MIMIC_OUTBOUND_ALLOWED 中允许。',
  },
  fields: {
    name: text({ en: 'Name', zh: '连接器名称' }, { required: true }),
    kind: choice(
      { en: 'Type', zh: '桥接类型' },
      {
        required: true,
        fixed: true,
        default: bridgeKinds.http,
        options: [
          { value: bridgeKinds.http, words: { en: 'HTTP push', zh: 'HTTP 推送' } },
          { value: bridgeKinds.mqtt, words: { en: 'MQTT bridge', zh: 'MQTT 桥接' } },
          { value: bridgeKinds.database, words: { en: 'Database storage', zh: '数据库存储' } },
        ],
      },
    ),
    direction: choice(
      { en: 'Direction', zh: '桥接方向' },
      {
        required: true,
        default: bridgeDirections.output,
        when: http,
        options: [
          { value: bridgeDirections.input, words: { en: 'Input', zh: '输入' } },
          { value: bridgeDirections.output, words: { en: 'Output', zh: '输出' } },
        ],
      },
    ),
    group: text({ en: 'Group', zh: '分组' }, { maxLength: 50 }),
    isEnabled: flag({ en: 'Enabled', zh: '是否启用' }),
    url: text(
      { en: 'Address', zh: '地址' },
      {
        required: true,
        maxLength: 500,
        format: 'endpoint',
        when: output,
        emptyWords: { en: 'Please enter the address', zh: '请输入地址' },
        help: {
          en: 'HTTP: https://host/path, ${…} in the path and query. MQTT: mqtt://, mqtts://, ws:// or wss://. Database: postgresql://host:5432/database or mysql://host:3306/database',
          zh: 'HTTP：https://主机/路径，路径和查询中可用 ${…}。MQTT：mqtt://、mqtts://、ws:// 或 wss://。数据库：postgresql://主机:5432/数据库 或 mysql://主机:3306/数据库',
        },
      },
    ),
    inputSecret: secret(
      { en: 'Secret of the input address', zh: '输入地址密钥' },
      {
        required: true,
        minLength: 16,
        maxLength: 64,
        when: input,
        help: {
          en: 'Letters and digits. Part of the address that other systems post to; see the details of the bridge.',
          zh: '由字母和数字组成，是其他系统提交消息的地址的一部分，见桥接详情。',
        },
      },
    ),
    method: choice(
      { en: 'Method', zh: '请求方法' },
      {
        required: true,
        default: 'POST',
        when: push,
        options: [
          { value: 'POST', words: { en: 'POST', zh: 'POST' } },
          { value: 'PUT', words: { en: 'PUT', zh: 'PUT' } },
          { value: 'PATCH', words: { en: 'PATCH', zh: 'PATCH' } },
        ],
      },
    ),
    authentication: choice(
      { en: 'Authentication', zh: '认证方式' },
      {
        required: true,
        default: 'none',
        when: push,
        options: [
          { value: 'none', words: { en: 'None', zh: '无' } },
          { value: 'basic', words: { en: 'User name and password', zh: '用户名和密码' } },
          { value: 'bearer', words: { en: 'Bearer token', zh: 'Bearer 令牌' } },
          { value: 'hmac', words: { en: 'Signature (HMAC-SHA256)', zh: '签名（HMAC-SHA256）' } },
        ],
      },
    ),
    username: text({ en: 'Username', zh: '用户名' }, { when: { ...mqttOrDatabase, or: pushWith('basic') } }),
    password: secret({ en: 'Password', zh: '密码' }, { when: { ...mqttOrDatabase, or: pushWith('basic') } }),
    token: secret({ en: 'Token', zh: '令牌' }, { required: true, maxLength: 2000, when: pushWith('bearer') }),
    signingKey: secret(
      { en: 'Signing key', zh: '签名密钥' },
      {
        required: true,
        minLength: 16,
        maxLength: 128,
        when: pushWith('hmac'),
        help: {
          en: 'The header X-Mimic-Signature is sha256=<hex> of "<X-Mimic-Timestamp>.<body>".',
          zh: '请求头 X-Mimic-Signature 为 "<X-Mimic-Timestamp>.<正文>" 的 sha256=<十六进制>。',
        },
      },
    ),
    headers: rows(
      { en: 'Headers', zh: '请求头' },
      {
        name: text({ en: 'Name', zh: '名称' }, { required: true, format: 'code', maxLength: 64 }),
        value: text({ en: 'Value', zh: '值' }, { required: true, maxLength: 500 }),
      },
      { max: 20, when: push },
    ),
    body: text(
      { en: 'Body', zh: '正文' },
      {
        format: 'lines',
        maxLength: 8000,
        when: push,
        help: {
          en: 'Empty: JSON with topic, project, device, time, values and payload. Placeholders: ${payload}, ${topic}, ${project}, ${device}, ${serialNumber}, ${at} (ms), ${time} (ISO), ${messageId}, points such as ${temperature}, and values set by scripts.',
          zh: '留空则为包含主题、项目、设备、时间、数值和消息内容的 JSON。占位符：${payload}、${topic}、${project}、${device}、${serialNumber}、${at}（毫秒）、${time}（ISO）、${messageId}、测点（如 ${temperature}）以及脚本设置的值。',
        },
      },
    ),
    batchSize: number(
      { en: 'Messages per request', zh: '每次请求的消息数' },
      {
        required: true,
        integer: true,
        min: 1,
        max: 500,
        digits: 0,
        default: 1,
        when: push,
        help: {
          en: 'Several messages are sent as a JSON array, or as lines if the body is not JSON.',
          zh: '多条消息以 JSON 数组发送；正文不是 JSON 时按行发送。',
        },
      },
    ),
    clientId: text({ en: 'Client ID', zh: '客户端 ID' }, { format: 'code', maxLength: 64, when: mqtt }),
    mappings: rows(
      { en: 'Topics', zh: '主题映射' },
      {
        direction: choice(
          { en: 'Direction', zh: '方向' },
          {
            required: true,
            default: 'out',
            options: [
              { value: 'out', words: { en: 'Output', zh: '输出' } },
              { value: 'in', words: { en: 'Input', zh: '输入' } },
            ],
          },
        ),
        filter: text(
          { en: 'Topic filter', zh: '主题过滤器' },
          {
            required: true,
            default: '#',
            maxLength: 200,
            help: { en: 'Without the prefix, for example # or +/up/values', zh: '不含前缀，例如 # 或 +/up/values' },
          },
        ),
        localPrefix: text({ en: 'Prefix here', zh: '本地前缀' }, { maxLength: 100 }),
        remotePrefix: text({ en: 'Prefix there', zh: '远端前缀' }, { maxLength: 100 }),
        qos: choice(
          { en: 'QoS', zh: 'QoS' },
          {
            required: true,
            default: 1,
            options: [
              { value: 0, words: { en: '0', zh: '0' } },
              { value: 1, words: { en: '1', zh: '1' } },
            ],
          },
        ),
        isRetained: flag({ en: 'Retained', zh: '保留' }),
      },
      {
        max: 50,
        when: mqtt,
        help: {
          en: 'Output: messages of devices and scripts are published at the other broker. Input: its messages are accepted here as if a device had sent them. Without an output row, scripts publish under their own topic.',
          zh: '输出：将设备和脚本的消息发布到对端代理。输入：接收对端消息，视同设备上报。没有输出行时，脚本按自身主题发布。',
        },
      },
    ),
    topic: text(
      { en: 'Topic', zh: '主题' },
      {
        maxLength: 200,
        when: input,
        required: true,
        help: {
          en: 'Where the messages arrive here: p/<project>/d/<device>/up/values or a custom topic. ${name} is replaced by that field of the message.',
          zh: '消息在本系统中的主题：p/<项目>/d/<设备>/up/values 或自定义主题。${name} 由消息中的同名字段替换。',
        },
      },
    ),
    certificate: text(
      { en: 'Certificate of the authority (PEM)', zh: 'CA 证书（PEM）' },
      {
        format: 'lines',
        maxLength: 16_000,
        when: mqttOrDatabase,
        help: {
          en: 'Only for a private authority. A database with this certificate is connected over TLS.',
          zh: '仅用于私有 CA。数据库填写此证书后通过 TLS 连接。',
        },
      },
    ),
    usesTls: flag({ en: 'TLS', zh: 'TLS' }, { when: database }),
    clientCertificate: text(
      { en: 'Client certificate (PEM)', zh: '客户端证书（PEM）' },
      { format: 'lines', maxLength: 16_000, when: mqtt },
    ),
    clientKey: secret({ en: 'Client key (PEM)', zh: '客户端私钥（PEM）' }, { maxLength: 16_000, when: mqtt }),
    statement: text(
      { en: 'SQL statement', zh: 'SQL 语句' },
      {
        required: true,
        format: 'lines',
        maxLength: 4000,
        when: database,
        help: {
          en: 'One statement. ${…} become parameters, never text. The row menu creates a matching table. Placeholders: ${messageId}, ${time}, ${project}, ${device}, ${serialNumber}, ${topic}, ${payload}, points such as ${temperature}, and values set by scripts.',
          zh: '一条语句，${…} 作为参数而非文本。行菜单可创建对应的表。占位符：${messageId}、${time}、${project}、${device}、${serialNumber}、${topic}、${payload}、测点（如 ${temperature}）以及脚本设置的值。',
        },
      },
    ),
    maxQueued: number(
      { en: 'Queue limit', zh: '队列上限' },
      {
        required: true,
        integer: true,
        min: 100,
        max: 1_000_000,
        digits: 0,
        default: 100_000,
        when: output,
        help: {
          en: 'Messages that wait on disk while the other system is unavailable. Beyond it, or 100 MB, the oldest are dropped and counted.',
          zh: '对端不可用时在磁盘上等待的消息数。超过该数量或 100 MB 时丢弃最早的消息并计数。',
        },
      },
    ),
    reports: choice(
      { en: 'Device reports', zh: '设备上报' },
      {
        required: true,
        default: 'none',
        when: output,
        help: {
          en: 'Reports that the bridge sends by itself. Scripts can always send.',
          zh: '桥接自动发送的设备上报；脚本始终可以发送。',
        },
        options: [
          { value: 'none', words: { en: 'None, only messages of scripts', zh: '不发送，仅脚本消息' } },
          { value: 'all', words: { en: 'All devices', zh: '全部设备' } },
          { value: 'projects', words: { en: 'Devices of projects', zh: '按项目' } },
          { value: 'products', words: { en: 'Devices of products', zh: '按产品' } },
        ],
      },
    ),
    sourceProjects: refs({ en: 'Projects', zh: '项目' }, 'project', { required: true, when: sendsReports('projects') }),
    sourceProducts: refs({ en: 'Products', zh: '产品' }, 'product', { required: true, when: sendsReports('products') }),
    lastTriedAt: instant({ en: 'Last attempt', zh: '最近连接时间' }, { readOnly: true }),
    lastProblem: text({ en: 'Last error', zh: '最近错误' }, { readOnly: true, maxLength: 1000 }),
  },
  list: {
    columns: ['name', 'kind', 'direction', 'isEnabled', 'status', 'lastProblem', 'group', 'lastTriedAt'],
    search: ['name', 'group', 'url'],
    filters: ['kind', 'direction', 'status', 'isEnabled'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['name']],
  rules: [
    {
      field: 'url',
      words: {
        en: 'Address: HTTP https://host/path, MQTT mqtt://host:1883, database postgresql://host:5432/database; no user name, no ${…} in the host',
        zh: '地址：HTTP 为 https://主机/路径，MQTT 为 mqtt://主机:1883，数据库为 postgresql://主机:5432/数据库；不含用户名，主机中不能有 ${…}',
      },
      holds: isAddressValid,
      faults: (values) => {
        const { kind } = values
        const words = typeof kind === 'number' ? schemes[kind]?.words : undefined
        return words && !isAddressValid(values) ? [{ path: 'url', words }] : []
      },
    },
    ...(['url', 'body', 'topic'] as const).map((field) => ({
      field,
      words: { en: 'Not a valid placeholder', zh: '占位符无效' },
      holds: (values: EntityValues) => templateFault(getText(values, field)) === null,
      faults: (values: EntityValues) => {
        const words = templateFault(getText(values, field))
        return words ? [{ path: field, words }] : []
      },
    })),
    {
      field: 'statement',
      words: { en: 'Not a valid statement', zh: '语句无效' },
      holds: (values) => getText(values, 'statement') === '' || sqlTemplateFault(getText(values, 'statement')) === null,
      faults: (values) => {
        const words = sqlTemplateFault(getText(values, 'statement'))
        return words ? [{ path: 'statement', words }] : []
      },
    },
    {
      field: 'mappings',
      words: {
        en: 'Topics: + and # stand alone between /, # only at the end, prefixes contain neither',
        zh: '主题映射：+ 和 # 须单独占一级，# 只能在末尾，前缀中不能有 + 和 #',
      },
      holds: ({ mappings }) => !Array.isArray(mappings) || mappings.every(isMappingValid),
    },
  ],
  roles: { read: 'manager', write: 'super', remove: 'super' },
  lifecycle: {
    field: 'status',
    words: { en: 'Status', zh: '连接状态' },
    initial: 'none',
    states: [
      { value: 'none', words: { en: 'Not connected', zh: '未连接' }, tone: 'idle' },
      { value: 'connecting', words: { en: 'Connecting', zh: '连接中' }, tone: 'warning' },
      { value: 'connected', words: { en: 'Connected', zh: '已连接' }, tone: 'good' },
    ],
    moves: {
      connect: { words: { en: 'Connect', zh: '连接' }, from: ['none'], to: 'connecting', hidden: true },
      connected: { words: { en: 'Connected', zh: '已连接' }, from: ['connecting'], to: 'connected', hidden: true },
      lose: { words: { en: 'Disconnected', zh: '断开' }, from: ['connecting', 'connected'], to: 'none', hidden: true },
    },
  },
})

function isMappingValid(mapping: unknown): boolean {
  if (typeof mapping !== 'object' || mapping === null) return false
  const { filter, localPrefix, remotePrefix }: Readonly<Record<string, unknown>> = { ...mapping }
  const hasWildcard = (value: unknown): boolean => typeof value === 'string' && /[+#]/.test(value)
  if (hasWildcard(localPrefix) || hasWildcard(remotePrefix) || typeof filter !== 'string') return false
  const levels = filter.split('/')
  return levels.every(
    (level, index) => level === '+' || (level === '#' ? index === levels.length - 1 : !/[+#]/.test(level)),
  )
}
