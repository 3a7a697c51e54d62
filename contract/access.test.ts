import { describe, expect, it } from 'vitest'
import type { Membership, Policy, Role } from './access.ts'
import { rolesFrom, allPermissions, canCall, hasPermission, canAccess, roleIn } from './access.ts'

const account = (
  role: Role,
  projects: readonly Membership[] = [{ id: 'street', role }],
  permissions: readonly string[] = ['lighting:pole:list'],
) => ({ role, projects, permissions })
const policy = (role: Role, permission?: string): Policy => ({
  roles: rolesFrom(role),
  scope: 'project',
  ...(permission && { permission }),
})

describe('a permission', () => {
  it('is held by its exact name or by *:*:*, and by nothing else', () => {
    const held = ['lighting:pole:list', 'lighting:cabinet:*', '*']
    expect(hasPermission(held, 'lighting:pole:list')).toBe(true)
    for (const other of ['lighting:pole:lis', 'lighting:pole:edit', 'lighting:cabinet:edit', 'lighting:pole', '*:*:*'])
      expect([other, hasPermission(held, other)]).toEqual([other, false])
    expect(hasPermission([allPermissions], 'lighting:pole:edit')).toBe(true)
    expect(hasPermission([], 'lighting:pole:list')).toBe(false)
  })
})

describe('a role in a project', () => {
  it('is the one granted there, and none in a project that is not granted', () => {
    const both = account('manager', [
      { id: 'street', role: 'manager' },
      { id: 'tunnel', role: 'operator' },
    ])
    expect(['street', 'tunnel', 'plant', ''].map((project) => roleIn(both, project))).toEqual([
      'manager',
      'operator',
      undefined,
      undefined,
    ])
    expect(roleIn(account('super', []), 'plant')).toBe('super')
  })

  it('must be one that the policy names', () => {
    const both = account('manager', [
      { id: 'street', role: 'manager' },
      { id: 'tunnel', role: 'operator' },
    ])
    expect(['street', 'tunnel', 'plant'].map((project) => canAccess(both, policy('manager'), project))).toEqual([
      true,
      false,
      false,
    ])
    expect(['street', 'tunnel', 'plant'].map((project) => canAccess(both, policy('operator'), project))).toEqual([
      true,
      true,
      false,
    ])
    expect(canAccess(account('super', []), policy('super'), 'plant')).toBe(true)
  })

  it('is not enough where the policy asks for a permission too, nor is the permission without the role', () => {
    const request = policy('manager', 'lighting:pole:list')
    expect(canCall(account('manager'), request, 'street')).toBe(true)
    expect(canCall(account('manager', [{ id: 'street', role: 'manager' }], []), request, 'street')).toBe(false)
    expect(canCall(account('operator'), request, 'street')).toBe(false)
    expect(canCall(account('manager'), request, 'tunnel')).toBe(false)
    expect(canCall(account('manager', [{ id: 'street', role: 'manager' }], []), policy('manager'), 'street')).toBe(true)
  })
})
