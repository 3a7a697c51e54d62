import { rolesFrom } from '../../contract/access.ts'
import { type RootStore, useStores } from '../stores/root.ts'
import type { Page } from './page.ts'
import { allPages, onceEach } from './pages.ts'

export interface Reach {
  /** Menu entries of the current edition. If none has been chosen: those of all editions, each name once. */
  readonly menu: readonly Page[]
  /** All pages available to the account, including those of other editions. */
  readonly all: readonly Page[]
}

/** Pages available to this account by its role. The server decides which data it may see there. */
export function useMenu(): Reach {
  return reachOf(useStores())
}

/** Same as `useMenu`, for use outside of rendering. */
export function reachOf({ session, preferences: { edition } }: { readonly session: Pick<RootStore['session'], 'mayCall'>; readonly preferences: Pick<RootStore['preferences'], 'edition'> }): Reach {
  const all = allPages.filter(({ group, role, isOfProjects }) => group !== undefined && session.mayCall({ roles: rolesFrom(role ?? 'operator'), scope: isOfProjects ? 'project' : 'none' }))
  return { all, menu: edition === null ? onceEach(all) : all.filter(({ editions }) => editions === undefined || editions.includes(edition)) }
}
