import type { Mutant } from './mutant.ts'

const access = { file: 'contract/access.ts', tests: ['contract/access.test.ts'] } as const
const grant = { file: 'server/broker/access/acl.ts', tests: ['server/broker/access/acl.test.ts'] } as const
const rank = {
  file: 'server/services/identity/accounts/rank.ts',
  tests: ['server/services/identity/accounts/rank.test.ts'],
} as const

export const permissionRules: readonly Mutant[] = [
  {
    name: 'permission: a permission that is not held is refused',
    ...access,
    from: 'permissions.includes(allPermissions) || permissions.includes(permission)',
    to: 'permissions.includes(allPermissions) || permissions.length > 0',
  },
  {
    name: 'permission: a role holds nothing in a project not granted to it',
    ...access,
    from: 'account.projects.find(({ id }) => id === project)?.role',
    to: 'account.projects[0]?.role',
  },
  {
    name: 'permission: a project role that the policy does not name is refused',
    ...access,
    from: 'role !== undefined && policy.roles.includes(role)',
    to: 'role !== undefined',
  },
  {
    name: 'permission: a right is asked for in the project as well as the role',
    ...access,
    from: 'canAccess(account, policy, project) && (policy.permission',
    to: 'canAccess(account, policy, project) || (policy.permission',
  },
  {
    name: 'permission: a route refuses an account that lacks its permission',
    file: 'server/http/request/authorize.ts',
    from: 'if (policy.permission !== undefined && !hasPermission(session.permissions, policy.permission)) throw',
    to: "if (policy.permission === '') throw",
    tests: ['tests/wire/identity/roles.test.ts'],
    only: 'limits its account to its permissions, and changes apply immediately',
  },
  {
    name: 'permission: objects of another project are missing',
    file: 'server/http/request/authorize.ts',
    from: 'if (project === undefined || roleIn(session, project) === undefined) throw',
    to: 'if (project === undefined) throw',
    tests: ['tests/wire/devices/commands.test.ts'],
    only: 'is refused and never clamped',
  },
  {
    name: 'permission: a wall display writes nothing',
    file: 'server/http/request/authorize.ts',
    from: "if (session.isWall && method !== 'GET'",
    to: "if (session.isWall && method === 'HEAD'",
    tests: ['tests/wire/identity/sessionEnds.test.ts'],
    only: 'of a wall display survives the sign-in of a second display and inactivity, and is read-only',
  },
  {
    name: 'permission: a subscriber receives nothing of another project',
    ...grant,
    from: "if (topic.kind === 'beacon') return true\n  if (!hasProject(grant, topic.project)) return false",
    to: "if (topic.kind === 'beacon') return true",
  },
  {
    name: 'permission: a user publishes nothing to the broker',
    ...grant,
    from: "if (grant.kind === 'user' || topic === null ||",
    to: 'if (topic === null ||',
  },
  {
    name: 'permission: a device speaks for itself only',
    ...grant,
    from: "return grant.kind === 'device' && device === getName(grant)\n",
    to: 'return true\n',
  },
  {
    name: 'permission: nobody gives more than he holds',
    ...rank,
    from: 'permissionSet.has(allPermissions) || permissions.every(',
    to: 'permissionSet.has(allPermissions) || permissions.some(',
  },
  {
    name: 'permission: a manager touches no other manager',
    ...rank,
    from: "session.role !== 'super' && !holders.every(isOperator)",
    to: "session.role !== 'super' && !holders.some(isOperator)",
  },
]
