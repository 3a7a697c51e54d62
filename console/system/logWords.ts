import { displayActor } from '../../contract/displays.ts'
import { entities } from '../../contract/entities.ts'
import type { Entity } from '../../contract/entity/define.ts'
import type { Words } from '../../contract/entity/field.ts'

const byName = new Map(entities.map((entity) => [entity.name, entity]))
const say = (en: string, zh: string): Words => ({ en, zh })

/** The object of an operation log entry: its kind and its id or name. */
export interface LoggedObject {
  readonly words: Words
  readonly which: string
  /** Name, if the object is a part of the installation instead of a row. */
  readonly whichWords?: Words
  readonly entity: Entity | undefined
}

/** Reads `pole/4711` as "Pole, 4711". */
export function loggedObject(object: string): LoggedObject {
  const slash = object.indexOf('/')
  const kind = slash < 0 ? object : object.slice(0, slash)
  const entity = byName.get(kind)
  const which = slash < 0 ? '' : object.slice(slash + 1)
  return { words: entity?.words.one ?? things[kind] ?? say(kind, kind), which, entity, ...(parts[object] && { whichWords: parts[object] }) }
}

/** Name of the actor: an account, the server (which has no address), or an anonymous user of a share link. */
export function loggedUser(name: string, ip: string, action: string): Words {
  const own = ip === '' ? doers[name] : byLink.has(action) ? visitor : undefined
  return own ?? displayOf(name) ?? say(name, name)
}

/** Name of an action: a move declared by the entity, or a general action. */
export const loggedAction = (action: string, entity: Entity | undefined): Words => entity?.lifecycle?.moves[action]?.words ?? actions[action] ?? say(action, action)

/** Kinds of logged objects that are not declared entities. */
const things: Readonly<Record<string, Words>> = {
  drawing: say('Drawing', '组态'), library: say('Library component', '组件库组件'), file: say('File', '文件'), tag: say('Point', '点位'), undeclaredDevice: say('Undeclared device', '未登记设备'), token: say('API token', 'API 令牌'), display: say('Display', '大屏'), cache: say('Cache', '缓存'),
  session: say('Session', '会话'), installation: say('Installation', '系统'), mqtt: say('MQTT client', 'MQTT 客户端'), broker: say('MQTT client', 'MQTT 客户端'),
}

/** Parts of the installation that are logged as objects. */
const parts: Readonly<Record<string, Words>> = {
  'installation/secondStep': say('two-step sign-in', '两步验证'), 'installation/key': say('key of stored secrets', '加密密钥'), 'cache/sessions': say('sessions', '会话'), 'cache/tokens': say('API tokens', 'API 令牌'), 'tag/unused': say('without use', '未使用'),
}

const doers: Readonly<Record<string, Words>> = { server: say('The system', '系统'), 'change-key': say('The command change-key', '命令 change-key'), 'reset-second-step': say('The command reset-second-step', '命令 reset-second-step') }
/** Displays send commands under a name that no account can have. */
function displayOf(name: string): Words | undefined {
  return name.startsWith(displayActor) ? say(name, `大屏：${name.slice(displayActor.length)}`) : undefined
}

const byLink = new Set(['share.open', 'share.wrong', 'share.locked'])
const visitor = say('By a link', '链接访客')

const actions: Readonly<Record<string, Words>> = {
  create: say('Added', '新增'), update: say('Changed', '修改'), remove: say('Deleted', '删除'), import: say('Imported', '导入'), release: say('Released a reference', '解除引用'), save: say('Saved', '保存'),
  describe: say('Described', '修改说明'), restore: say('Restored', '恢复'), note: say('Changed the note', '修改备注'), purge: say('Deleted for good', '彻底删除'), upload: say('Uploaded', '上传'), command: say('Command', '下发命令'), revoke: say('Revoked', '撤销'), clear: say('Cleared', '清空'), end: say('Ended', '结束'),
  disconnect: say('Disconnected', '断开'), signIn: say('Signed in', '登录'), signOut: say('Signed out', '退出'), replayed: say('Session ended: a former token came again', '旧令牌被再次使用，会话已结束'), password: say('Changed the password', '修改密码'),
  'secondStep.on': say('Turned on two-step sign-in', '启用两步验证'), 'secondStep.off': say('Turned off two-step sign-in', '停用两步验证'), 'secondStep.demand': say('Changed which roles demand two-step sign-in', '修改两步验证要求'),
  changeKey: say('Changed the key of stored secrets', '更换加密密钥'),
  share: say('Made a link', '新建分享链接'), 'share.change': say('Changed a link', '修改分享链接'), 'share.revoke': say('Revoked a link', '撤销分享链接'), 'share.open': say('Opened by a link', '通过链接打开'),
  'share.wrong': say('Wrong share password', '分享密码错误'), 'share.locked': say('Too many wrong share passwords', '分享密码错误次数过多'),
  test: say('Sent a test', '发送测试'), light: say('Lit its lamps', '区域控灯'), scene: say('Called a scene', '调用场景'), strategy: say('Carried out its program', '执行策略'), resume: say('Resumed automatic', '恢复自动'), enter: say('Entered a value', '录入值'), ignore: say('Ignored', '忽略'), accept: say('Received again', '恢复接收'), componentPassword: say('Set a component password', '设置组件密码'), 'componentPassword.wrong': say('Wrong component password', '组件密码错误'),
}

/** Label of a name in the content that is not a field; unknown names are returned unchanged. */
export const loggedName = (name: string): Words => named[name] ?? say(name, name)

const named: Readonly<Record<string, Words>> = {
  project: say('Project', '项目'), name: say('Name', '名称'), from: say('From', '原状态'), to: say('To', '新状态'), rows: say('Rows', '行数'), job: say('Import', '导入任务'), field: say('Field', '字段'), ids: say('Rows', '数据'),
  value: say('Value', '值'), entered: say('Value', '值'), permissions: say('Permissions', '权限'), projects: say('Projects', '项目'), roles: say('Further roles', '附加角色'), role: say('Role', '角色'), expiresAt: say('Expires', '到期时间'),
  receivers: say('Receivers', '接收人'), link: say('Link', '链接'), recoveryCodesLeft: say('By a recovery code; left', '使用恢复码，剩余'), secrets: say('Secrets', '密文数量'), hasPassword: say('Has a password', '是否有密码'),
  before: say('Before', '修改前'), after: say('After', '修改后'), revision: say('Revision', '版本'), components: say('Components', '组件数'), app: say('Single sign-on by', '单点登录来源'), id: say('ID', '编号'), bytes: say('Bytes', '字节数'), hash: say('Fingerprint', '指纹'), key: say('Key', '键'), account: say('Account', '账号'), address: say('Address', '地址'), entries: say('Entries', '条目数'), sample: say('Sample', '示例'), command: say('Command', '命令'), type: say('Type', '类型'),
  restoredFrom: say('Revision that was restored', '恢复自版本'), drawings: say('Drawings', '图纸'), mayOperate: say('May operate', '允许操作'), tags: say('Points', '点位数'), first: say('First', '首个'), withoutValueForDays: say('Days without a value', '无数据天数'),
  component: say('Component', '组件'), drawing: say('Drawing', '图纸'), isSet: say('Has a password', '已设密码'), tag: say('Point', '点位'), alarm: say('Alarm', '告警'), device: say('Device', '设备'), scene: say('Scene', '场景序号'), dimming: say('Dimming', '调光比例'),
  colorTemperature: say('Colour temperature', '色温比例'), lamps: say('Lamps', '灯具数'), sent: say('Sent', '已下发'), refused: say('Refused', '被拒绝'), guarded: say('Asked for a password', '需要密码'), isProgrammed: say('Has a program', '有策略'), level: say('Level', '亮度等级'), time: say('Time', '时间'),
  isPublic: say('Public', '公开'), description: say('Description', '描述'), floor: say('Floor', '楼层'), cover: say('Cover', '封面'), kept: say('Kept', '未能撤回'), cause: say('Because of', '原因'), linkage: say('By linkage', '触发联动'), zone: say('Zone', '照明段'), luminance: say('Luminance outside', '洞外亮度'), flow: say('Traffic', '交通量'), point: say('Since', '时间点'), on: say('Switched on', '开启'), username: say('Username', '用户名'), phone: say('Phone', '手机号'), email: say('Email', '邮箱'),
}
