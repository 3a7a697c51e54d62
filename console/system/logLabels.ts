import { displayActor } from '../../contract/displays.ts'
import { entities } from '../../contract/entities.ts'
import type { Entity } from '../../contract/entity/define.ts'
import type { Words } from '../../contract/entity/field.ts'

const byName = new Map(entities.map((entity) => [entity.name, entity]))
const localized = (en: string, zh: string): Words => ({ en, zh })

/** The object of an operation log entry: its kind and its id or name. */
export interface LoggedObject {
  readonly words: Words
  readonly id: string
  /** Name, if the object is a part of the installation instead of a row. */
  readonly name?: Words
  readonly entity: Entity | undefined
}

/** Reads `pole/4711` as "Pole, 4711". */
export function loggedObject(object: string): LoggedObject {
  const slash = object.indexOf('/')
  const kind = slash < 0 ? object : object.slice(0, slash)
  const entity = byName.get(kind)
  const id = slash < 0 ? '' : object.slice(slash + 1)
  return {
    words: entity?.words.one ?? objectKinds[kind] ?? localized(kind, kind),
    id,
    entity,
    ...(installationParts[object] && { name: installationParts[object] }),
  }
}

/** Name of the actor: an account, the server (which has no address), or an anonymous user of a share link. */
export function loggedUser(name: string, ip: string, action: string): Words {
  const own = ip === '' ? actors[name] : byLink.has(action) ? visitor : undefined
  return own ?? toDisplayName(name) ?? localized(name, name)
}

/** Name of an action: a move declared by the entity, or a general action. */
export const loggedAction = (action: string, entity: Entity | undefined): Words =>
  entity?.lifecycle?.moves[action]?.words ?? actions[action] ?? localized(action, action)

/** Kinds of logged objects that are not declared entities. */
const objectKinds: Readonly<Record<string, Words>> = {
  drawing: localized('Drawing', '组态'),
  library: localized('Library component', '组件库组件'),
  file: localized('File', '文件'),
  tag: localized('Point', '点位'),
  serverAlarm: localized('Server alarm', '服务器告警'),
  undeclaredDevice: localized('Undeclared device', '未登记设备'),
  token: localized('API token', 'API 令牌'),
  display: localized('Display', '大屏'),
  cache: localized('Cache', '缓存'),
  session: localized('Session', '会话'),
  installation: localized('Installation', '系统'),
  mqtt: localized('MQTT client', 'MQTT 客户端'),
  broker: localized('MQTT client', 'MQTT 客户端'),
  deviceCredential: localized('Device credential', '设备凭据'),
}

/** Parts of the installation that are logged as objects. */
const installationParts: Readonly<Record<string, Words>> = {
  'installation/secondStep': localized('two-step sign-in', '两步验证'),
  'installation/key': localized('key of stored secrets', '加密密钥'),
  'cache/sessions': localized('sessions', '会话'),
  'cache/tokens': localized('API tokens', 'API 令牌'),
  'tag/unused': localized('without use', '未使用'),
  'installation/sharedGatewayCredential': localized('shared gateway credential', '共用网关凭据'),
}

const actors: Readonly<Record<string, Words>> = {
  server: localized('The system', '系统'),
  'change-key': localized('The command change-key', '命令 change-key'),
  'reset-second-step': localized('The command reset-second-step', '命令 reset-second-step'),
}
/** Displays send commands under a name that no account can have. */
function toDisplayName(name: string): Words | undefined {
  return name.startsWith(displayActor) ? localized(name, `大屏：${name.slice(displayActor.length)}`) : undefined
}

const byLink = new Set(['share.open', 'share.wrong', 'share.locked'])
const visitor = localized('By a link', '链接访客')

const actions: Readonly<Record<string, Words>> = {
  create: localized('Added', '新增'),
  update: localized('Changed', '修改'),
  remove: localized('Deleted', '删除'),
  import: localized('Imported', '导入'),
  release: localized('Released a reference', '解除引用'),
  save: localized('Saved', '保存'),
  describe: localized('Described', '修改说明'),
  restore: localized('Restored', '恢复'),
  note: localized('Changed the note', '修改备注'),
  purge: localized('Deleted for good', '彻底删除'),
  upload: localized('Uploaded', '上传'),
  command: localized('Command', '下发命令'),
  revoke: localized('Revoked', '撤销'),
  clear: localized('Cleared', '清空'),
  end: localized('Ended', '结束'),
  disconnect: localized('Disconnected', '断开'),
  signIn: localized('Signed in', '登录'),
  signOut: localized('Signed out', '退出'),
  replayed: localized('Session ended: a former token came again', '旧令牌被再次使用，会话已结束'),
  password: localized('Changed the password', '修改密码'),
  'secondStep.on': localized('Turned on two-step sign-in', '启用两步验证'),
  'secondStep.off': localized('Turned off two-step sign-in', '停用两步验证'),
  'secondStep.demand': localized('Changed which roles demand two-step sign-in', '修改两步验证要求'),
  changeKey: localized('Changed the key of stored secrets', '更换加密密钥'),
  share: localized('Made a link', '新建分享链接'),
  'share.change': localized('Changed a link', '修改分享链接'),
  'share.revoke': localized('Revoked a link', '撤销分享链接'),
  'share.open': localized('Opened by a link', '通过链接打开'),
  'share.wrong': localized('Wrong share password', '分享密码错误'),
  'share.locked': localized('Too many wrong share passwords', '分享密码错误次数过多'),
  test: localized('Sent a test', '发送测试'),
  acknowledge: localized('Acknowledged', '确认告警'),
  createTable: localized('Created a table', '创建数据表'),
  light: localized('Set its lamps', '区域控灯'),
  override: localized('Set manually', '手动控灯'),
  scene: localized('Called a scene', '调用场景'),
  strategy: localized('Carried out its program', '执行策略'),
  resume: localized('Resumed automatic', '恢复自动'),
  'camera.move': localized('Moved the camera', '控制云台'),
  enter: localized('Entered a value', '录入值'),
  ignore: localized('Ignored', '忽略'),
  log: localized('Raw log switched', '切换原始报文'),
  readOnce: localized('Read once', '读取一次'),
  trust: localized('Certificate trusted', '信任证书'),
  rotate: localized('Replaced the secret', '更换密码'),
  edit: localized('Changed', '修改'),
  enable: localized('Enabled', '启用'),
  disable: localized('Disabled', '停用'),
  accept: localized('Received again', '恢复接收'),
  componentPassword: localized('Set a component password', '设置组件密码'),
  'componentPassword.wrong': localized('Wrong component password', '组件密码错误'),
}

/** Label of a name in the content that is not a field; unknown names are returned unchanged. */
export const loggedName = (name: string): Words => named[name] ?? localized(name, name)

const named: Readonly<Record<string, Words>> = {
  project: localized('Project', '项目'),
  name: localized('Name', '名称'),
  from: localized('From', '原状态'),
  to: localized('To', '新状态'),
  rows: localized('Rows', '行数'),
  job: localized('Import', '导入任务'),
  field: localized('Field', '字段'),
  ids: localized('Rows', '数据'),
  value: localized('Value', '值'),
  entered: localized('Value', '值'),
  permissions: localized('Permissions', '权限'),
  projects: localized('Projects', '项目'),
  roles: localized('Further roles', '附加角色'),
  role: localized('Role', '角色'),
  expiresAt: localized('Expires', '到期时间'),
  receivers: localized('Receivers', '接收人'),
  link: localized('Link', '链接'),
  recoveryCodesLeft: localized('By a recovery code; left', '使用恢复码，剩余'),
  secrets: localized('Secrets', '密文数量'),
  hasPassword: localized('Has a password', '是否有密码'),
  rotated_at: localized('Secret replaced', '密码更换时间'),
  is_enabled: localized('Enabled', '启用'),
  is_gateway: localized('Gateway', '网关'),
  devices: localized('Devices', '设备'),
  fingerprint: localized('Certificate fingerprint', '证书指纹'),
  before: localized('Before', '修改前'),
  after: localized('After', '修改后'),
  revision: localized('Revision', '版本'),
  components: localized('Components', '组件数'),
  app: localized('Single sign-on by', '单点登录来源'),
  id: localized('ID', '编号'),
  bytes: localized('Bytes', '字节数'),
  hash: localized('Fingerprint', '指纹'),
  key: localized('Key', '键'),
  account: localized('Account', '账号'),
  address: localized('Address', '地址'),
  entries: localized('Entries', '条目数'),
  sample: localized('Sample', '示例'),
  command: localized('Command', '命令'),
  type: localized('Type', '类型'),
  restoredFrom: localized('Revision that was restored', '恢复自版本'),
  drawings: localized('Drawings', '图纸'),
  mayOperate: localized('May operate', '允许操作'),
  tags: localized('Points', '点位数'),
  first: localized('First', '首个'),
  withoutValueForDays: localized('Days without a value', '无数据天数'),
  component: localized('Component', '组件'),
  drawing: localized('Drawing', '图纸'),
  isSet: localized('Has a password', '已设密码'),
  tag: localized('Point', '点位'),
  alarm: localized('Alarm', '告警'),
  device: localized('Device', '设备'),
  scene: localized('Scene', '场景序号'),
  dimming: localized('Dimming', '调光比例'),
  dimming2: localized('Dimming, head 2', '副灯调光比例'),
  until: localized('Ends', '结束时间'),
  reason: localized('Reason', '原因'),
  overrideEnded: localized('Manual setting ended', '手动设置结束'),
  pan: localized('Pan', '水平速度'),
  tilt: localized('Tilt', '俯仰速度'),
  zoom: localized('Zoom', '变焦速度'),
  colorTemperature: localized('Colour temperature', '色温比例'),
  lamps: localized('Lamps', '灯具数'),
  sent: localized('Sent', '已下发'),
  refused: localized('Refused', '被拒绝'),
  guarded: localized('Asked for a password', '需要密码'),
  isProgrammed: localized('Has a program', '有策略'),
  level: localized('Level', '亮度等级'),
  time: localized('Time', '时间'),
  isPublic: localized('Public', '公开'),
  description: localized('Description', '描述'),
  floor: localized('Floor', '楼层'),
  cover: localized('Cover', '封面'),
  kept: localized('Kept', '未能撤回'),
  cause: localized('Because of', '原因'),
  linkage: localized('By linkage', '触发联动'),
  zone: localized('Zone', '照明段'),
  luminance: localized('Luminance outside', '洞外亮度'),
  flow: localized('Traffic', '交通量'),
  point: localized('Since', '时间点'),
  on: localized('Switched on', '开启'),
  username: localized('Username', '用户名'),
  phone: localized('Phone', '手机号'),
  email: localized('Email', '邮箱'),
}
