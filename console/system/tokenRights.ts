import { allPermissions } from '../../contract/access.ts'
import { entityRoutes } from '../../contract/entities.ts'
import type { PermissionArea } from '../../contract/permissions.ts'
import { permissionTree } from '../../contract/permissions.ts'
import type { SignedIn } from '../../contract/routes.ts'
import { routeList } from '../../contract/routes.ts'
import { canGrant, collectTokenPermissions } from '../../contract/tokens.ts'

/**
 * Permissions that an account can grant to a token: the grantable ones that it has itself. The server checks them
 * again.
 */
export function givable({
  role,
  projects,
  permissions,
}: Pick<SignedIn, 'role' | 'projects' | 'permissions'>): readonly PermissionArea[] {
  const holder = { permissions, held: [role, ...projects.map((project) => project.role)] }
  const grantable = new Set(
    [...tokenPermissionRoutes]
      .filter(([, routes]) => routes.some((route) => canGrant(holder, route)))
      .map(([permission]) => permission),
  )
  const areas = permissionTree().map((area) => ({
    ...area,
    groups: area.groups
      .map((group) => ({
        ...group,
        permissions: group.permissions.filter(({ permission }) => grantable.has(permission)),
      }))
      .filter((group) => group.permissions.length > 0),
  }))
  return [...areas, apiArea(grantable)].filter(({ groups }) => groups.length > 0)
}

/** Returns true if the account can grant all present and future permissions. */
export const hasAllPermissions = ({ permissions }: Pick<SignedIn, 'permissions'>): boolean =>
  permissions.includes(allPermissions)

const tokenPermissionRoutes = collectTokenPermissions([...routeList, ...Object.entries(entityRoutes)])
const en = (english: string, zh: string) => ({ en: english, zh })

/** Routes that check only the role of people; tokens need an explicit permission for each. */
function apiArea(grantable: ReadonlySet<string>): PermissionArea {
  const own = [...grantable].filter((permission) => permission.startsWith('api:'))
  const getArea = (permission: string): string => permission.split(':')[1] ?? ''
  return {
    key: 'api',
    words: en('Files, dictionaries and this API', '文件、字典与接口'),
    groups: [...new Set(own.map(getArea))].map((owner) => ({
      key: `api:${owner}`,
      words: owners[owner] ?? en(owner, owner),
      permissions: own
        .filter((permission) => getArea(permission) === owner)
        .map((permission) => ({ permission, words: actions[permission] ?? en(permission, permission) })),
    })),
  }
}

const owners: Readonly<Record<string, PermissionArea['words']>> = {
  dictionary: en('Dictionaries', '数据字典'),
  server: en('This API', '接口文档'),
  project: en('Projects', '项目'),
  monitor: en('Monitoring', '监控'),
  data: en('Data of other sites', '外部数据'),
  search: en('Search', '全局搜索'),
  linkage: en('Linkages', '联动'),
}
const actions: Readonly<Record<string, PermissionArea['words']>> = {
  'api:dictionary:read': en('Read by type', '按类型读取'),
  'api:server:document': en('OpenAPI document', 'OpenAPI 文档'),
  'api:project:granted': en('List', '列表'),
  'api:search:find': en('Find by name', '按名称查找'),
  'api:linkage:rehearsal': en('Results of own rehearsals', '查看自己的预演结果'),
  'api:linkage:cancelRehearsal': en('Cancel own rehearsals', '取消自己的预演'),
  'api:data:fetch': en('Fetch through this server', '经本服务器获取'),
}
