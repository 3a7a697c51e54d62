import { entities } from './entities.ts'
import type { Entity } from './entity/define.ts'
import type { Words } from './entity/field.ts'
import { getEntityRoutes } from './entity/routes.ts'
import { routeList } from './routes.ts'

/** The permissions of one kind of object. */
export interface PermissionGroup {
  /** For example `lighting:cabinet`. */
  readonly key: string
  readonly words: Words
  readonly permissions: readonly { readonly permission: string; readonly words: Words }[]
}

/** A product area with its permission groups. */
export interface PermissionArea {
  readonly key: string
  readonly words: Words
  readonly groups: readonly PermissionGroup[]
}

/**
 * Returns all permissions of all routes as a tree for selection. It is generated from the declarations and therefore
 * complete.
 */
export function permissionTree(): readonly PermissionArea[] {
  const used = new Set<string>()
  const named = new Map<string, Words>()
  const addPermission = (permission: string, nouns: Words, action: Words): void => {
    used.add(permission)
    named.set(permission, action)
    named.set(getGroupKey(permission), nouns)
  }
  for (const [
    ,
    {
      policy: { permission },
    },
  ] of routeList) {
    if (permission === undefined) continue
    addPermission(
      permission,
      groupLabels[getGroupKey(permission)] ?? sameWords(getGroupKey(permission)),
      actionLabels[getAction(permission)] ?? sameWords(getAction(permission)),
    )
  }
  for (const entity of entities) {
    for (const {
      policy: { permission },
    } of Object.values(getEntityRoutes(entity))) {
      if (permission !== undefined)
        addPermission(permission, entity.words.many, actionWords(entity, getAction(permission)))
    }
  }
  const getLabel = (key: string): Words => named.get(key) ?? sameWords(key)
  return Object.entries(areas)
    .map(([key, words]): PermissionArea => {
      const inArea = [...used].filter((permission) => permission.startsWith(`${key}:`))
      return {
        key,
        words,
        groups: [...new Set(inArea.map(getGroupKey))].map((group) => ({
          key: group,
          words: getLabel(group),
          permissions: inArea
            .filter((permission) => getGroupKey(permission) === group)
            .map((permission) => ({ permission, words: getLabel(permission) })),
        })),
      }
    })
    .filter(({ groups }) => groups.length > 0)
}

const getGroupKey = (permission: string): string => permission.slice(0, permission.lastIndexOf(':'))
const getAction = (permission: string): string => permission.slice(permission.lastIndexOf(':') + 1)
const sameWords = (text: string): Words => ({ en: text, zh: text })
const actionWords = ({ lifecycle }: Entity, action: string): Words =>
  lifecycle?.moves[action]?.words ?? actionLabels[action] ?? sameWords(action)

const areas: Readonly<Record<Entity['area'], Words>> = {
  scada: { en: 'Drawings', zh: '组态' },
  lighting: { en: 'Lighting', zh: '照明' },
  platform: { en: 'Platform', zh: '平台' },
  system: { en: 'System', zh: '系统' },
}

/** Labels of permissions outside entities. */
const groupLabels: Readonly<Record<string, Words>> = {
  'scada:drawing': { en: 'Drawings', zh: '组态' },
  'scada:library': { en: 'Component library', zh: '组件库' },
  'scada:recycleBin': { en: 'Recycle bin', zh: '回收站' },
  'platform:tag': { en: 'Points', zh: '点位' },
  'platform:undeclaredDevice': { en: 'Undeclared devices', zh: '未登记设备' },
  'platform:deviceCredential': { en: 'Device credentials', zh: '设备凭据' },
  'platform:history': { en: 'History', zh: '历史数据' },
  'platform:command': { en: 'Commands', zh: '控制命令' },
  'system:metrics': { en: 'Prometheus metrics', zh: '运行指标' },
  'system:monitor': { en: 'Monitoring', zh: '系统监控' },
  'system:display': { en: 'Displays', zh: '大屏管理' },
  'platform:broker': { en: 'Message queue', zh: '消息队列' },
  'system:session': { en: 'Online sessions', zh: '在线会话' },
  'system:secondStep': { en: 'Roles that require two-step sign-in', zh: '两步验证要求' },
  'platform:notification': { en: 'Notifications', zh: '通知' },
  'platform:file': { en: 'Files', zh: '文件' },
}

const actionLabels: Readonly<Record<string, Words>> = {
  list: { en: 'List', zh: '列表' },
  read: { en: 'View', zh: '查看' },
  add: { en: 'Add', zh: '新增' },
  edit: { en: 'Edit', zh: '修改' },
  remove: { en: 'Delete', zh: '删除' },
  clear: { en: 'Clear', zh: '清空' },
  acknowledge: { en: 'Acknowledge alarms', zh: '确认告警' },
  keys: { en: 'View cache keys', zh: '查看缓存键' },
  disconnect: { en: 'Disconnect', zh: '断开' },
  end: { en: 'End', zh: '下线' },
  test: { en: 'Send a test', zh: '发送测试' },
  import: { en: 'Import', zh: '导入' },
  export: { en: 'Export', zh: '导出' },
  send: { en: 'Send', zh: '下发' },
  upload: { en: 'Upload', zh: '上传' },
  password: { en: 'Component passwords', zh: '组件密码' },
  star: { en: 'Star', zh: '收藏' },
  restore: { en: 'Restore', zh: '恢复' },
  enter: { en: 'Enter values', zh: '录入值' },
  share: { en: 'Shared credential', zh: '共享凭据' },
  ignore: { en: 'Ignore', zh: '忽略' },
  listen: { en: 'View incoming messages', zh: '查看接入消息' },
}
