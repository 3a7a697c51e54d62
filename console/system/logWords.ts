import { entities } from '../../contract/entities.ts'
import type { Entity } from '../../contract/entity/define.ts'
import type { Words } from '../../contract/entity/field.ts'
import { formatTime } from '../kit/formatTime.ts'

const byName = new Map(entities.map((entity) => [entity.name, entity]))
const say = (en: string, zh: string): Words => ({ en, zh })

/** What a line of the operation log is about, in words: the kind of thing, and which. */
export interface LoggedObject {
  readonly words: Words
  readonly which: string
  readonly entity: Entity | undefined
}

/** Reads `pole/4711` as "Pole, 4711". */
export function loggedObject(object: string): LoggedObject {
  const slash = object.indexOf('/')
  const kind = slash < 0 ? object : object.slice(0, slash)
  const entity = byName.get(kind)
  return { words: entity?.words.one ?? things[kind] ?? say(kind, kind), which: slash < 0 ? '' : object.slice(slash + 1), entity }
}

/** What was done, in words: a move of the entity's own, or one of the things that are done to everything. */
export const loggedAction = (action: string, entity: Entity | undefined): Words => entity?.lifecycle?.moves[action]?.words ?? actions[action] ?? say(action, action)

/** One line of what was changed: a field with what it was and what it is, or one value. */
export interface LoggedChange {
  readonly name: string
  readonly words: Words
  /** Undefined where the line tells only what is. */
  readonly before?: string
  readonly after: string
}

/** Reads the content as it was written down: JSON that one understands without reading JSON. Null where it is none. */
export function loggedChanges(content: string, entity: Entity | undefined): readonly LoggedChange[] | null {
  const read = parsed(content)
  if (!isRecord(read)) return null
  const told = Object.entries(read).toSorted(([a], [b]) => Number(unspoken.has(a)) - Number(unspoken.has(b)))
  return told.flatMap(([name, value]) => (name === 'values' && isRecord(value) ? Object.entries(value).filter(([, inner]) => inner !== null).map(([inner, its]) => lineOf(inner, its, entity)) : [lineOf(name, value, entity)]))
}

/** What means little to people stands last. */
const unspoken = new Set(['id', 'hash', 'job'])

function lineOf(name: string, value: unknown, entity: Entity | undefined): LoggedChange {
  const field = entity?.fields[name]
  const words = field?.words ?? (entity?.lifecycle?.field === name ? entity.lifecycle.words : undefined) ?? named[name] ?? say(name, name)
  if (isRecord(value) && Object.keys(value).length === 2 && 'before' in value && 'after' in value) {
    return { name, words, before: shown(value['before'], name), after: shown(value['after'], name) }
  }
  return { name, words, after: shown(value, name) }
}

/** A value as text; a choice by its code's word would need a language, so it stays as it was written. */
function shown(value: unknown, name: string): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'number' && /(?:At|Until|^at)$/.test(name)) return formatTime(value)
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map((each) => (isRecord(each) ? `(${shown(each, name)})` : shown(each, name))).join(', ')
  if (isRecord(value)) return Object.entries(value).map(([inner, its]) => `${inner}: ${shown(its, inner)}`).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // written by hand: shown as it is
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Things in the log that are no declared entity. */
const things: Readonly<Record<string, Words>> = {
  drawing: say('Drawing', '组态'), library: say('Library component', '组件库组件'), file: say('File', '文件'), tag: say('Point', '点位'), token: say('API token', 'API 令牌'), cache: say('Cache', '缓存'),
  session: say('Session', '会话'), installation: say('Installation', '系统'), mqtt: say('MQTT client', 'MQTT 客户端'), broker: say('MQTT client', 'MQTT 客户端'),
}

const actions: Readonly<Record<string, Words>> = {
  create: say('Added', '新增'), update: say('Changed', '修改'), remove: say('Deleted', '删除'), import: say('Imported', '导入'), release: say('Released a reference', '解除引用'), save: say('Saved', '保存'),
  describe: say('Described', '修改说明'), upload: say('Uploaded', '上传'), command: say('Command', '下发命令'), revoke: say('Revoked', '撤销'), clear: say('Cleared', '清空'), end: say('Ended', '结束'),
  disconnect: say('Disconnected', '断开'), signIn: say('Signed in', '登录'), signOut: say('Signed out', '退出'), replayed: say('Session ended: a former token came again', '旧令牌被再次使用，会话已结束'), password: say('Changed the password', '修改密码'),
  'secondStep.on': say('Turned on two-step sign-in', '启用两步验证'), 'secondStep.off': say('Turned off two-step sign-in', '停用两步验证'), 'secondStep.demand': say('Changed which roles demand two-step sign-in', '修改两步验证要求'),
  changeKey: say('Changed the key of stored secrets', '更换加密密钥'),
  share: say('Made a link', '新建分享链接'), 'share.change': say('Changed a link', '修改分享链接'), 'share.revoke': say('Revoked a link', '撤销分享链接'), 'share.open': say('Opened by a link', '通过链接打开'),
  'share.wrong': say('Wrong share password', '分享密码错误'), 'share.locked': say('Too many wrong share passwords', '分享密码错误次数过多'),
  test: say('Sent a test', '发送测试'), light: say('Lit its lamps', '区域控灯'), strategy: say('Carried out its program', '执行策略'), resume: say('Resumed automatic', '恢复自动'), enter: say('Entered a value', '录入值'), componentPassword: say('Set a component password', '设置组件密码'), 'componentPassword.wrong': say('Wrong component password', '组件密码错误'),
}

/** Names in the content that are no field's. */
const named: Readonly<Record<string, Words>> = {
  project: say('Project', '项目'), name: say('Name', '名称'), from: say('From', '原状态'), to: say('To', '新状态'), rows: say('Rows', '行数'), job: say('Import', '导入任务'), field: say('Field', '字段'), ids: say('Rows', '数据'),
  value: say('Value', '值'), entered: say('Value', '值'), permissions: say('Permissions', '权限'), projects: say('Projects', '项目'), roles: say('Further roles', '附加角色'), role: say('Role', '角色'), expiresAt: say('Expires', '到期时间'),
  receivers: say('Receivers', '接收人'), link: say('Link', '链接'), recoveryCodesLeft: say('By a recovery code; left', '使用恢复码，剩余'), secrets: say('Secrets', '密文数量'), hasPassword: say('Has a password', '是否有密码'),
  before: say('Before', '修改前'), after: say('After', '修改后'), revision: say('Revision', '版本'), components: say('Components', '组件数'), app: say('Single sign-on by', '单点登录来源'), id: say('ID', '编号'), bytes: say('Bytes', '字节数'), hash: say('Fingerprint', '指纹'), key: say('Key', '键'), account: say('Account', '账号'), address: say('Address', '地址'), entries: say('Entries', '条目数'), sample: say('Sample', '示例'), command: say('Command', '命令'), type: say('Type', '类型'),
}
