import { canCall, roleIn } from '../../../../contract/access.ts'
import type { Words } from '../../../../contract/entity/field.ts'
import { routes } from '../../../../contract/routes.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import type { AccountStatus } from '../../identity/apiTokens.ts'

const cacheMs = 5_000
const maxCached = 1_000

/** Current permissions of script owners, cached for five seconds. */
export function createOwnerAccess(readAccountStatus: (account: string) => Promise<AccountStatus | undefined>) {
  const cache = new Map<string, { readonly untilMs: number; readonly status: Promise<AccountStatus | undefined> }>()
  const read = (account: string): Promise<AccountStatus | undefined> => {
    const nowMs = monotonicNow()
    const cached = cache.get(account)
    if (cached && cached.untilMs > nowMs) return cached.status
    if (cache.size >= maxCached) cache.clear()
    const status = readAccountStatus(account)
    status.catch(() => cache.delete(account))
    cache.set(account, { untilMs: nowMs + cacheMs, status })
    return status
  }

  return {
    /** Returns whether the owner has access to a project. */
    async canRead(owner: string | null, project: string): Promise<boolean> {
      const status = owner === null ? undefined : await read(owner)
      return status !== undefined && roleIn(status, project) !== undefined
    },

    /** Returns the reason why the owner may not send commands or raise alarms in a project, or null. */
    async findDenial(owner: string | null, project: string, kind: 'command' | 'alarm'): Promise<Words | null> {
      if (owner === null)
        return {
          en: 'the script has no owner: save or enable it again',
          zh: '脚本没有执行身份，请重新保存或启用',
        }
      const status = await read(owner)
      if (!status) return { en: 'the owner is disabled or deleted', zh: '执行身份已停用或已删除' }
      if (roleIn(status, project) === undefined)
        return { en: 'the owner has no access to this project', zh: '执行身份无该项目的权限' }
      return kind === 'command' && !canCall(status, routes['command.send'].policy, project)
        ? { en: 'the owner may not send commands in this project', zh: '执行身份无权在该项目下发控制命令' }
        : null
    },
  }
}

export type OwnerAccess = ReturnType<typeof createOwnerAccess>
