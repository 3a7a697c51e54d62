import { rolesFrom } from '../../contract/access.ts'
import { type RootStore, useStores } from '../stores/root.ts'
import type { Page } from './page.ts'
import { allPages, onceEach } from './pages.ts'

export interface Reach {
  /** The entries of the menu: those of the chosen system; before one is chosen those of all, each name once. */
  readonly menu: readonly Page[]
  /** All that the account may open from anywhere: also those of the other systems. */
  readonly all: readonly Page[]
}

/** The pages that this account is offered. The pages' data says how weak a role may find one; the server decides what it may see there. */
export function useMenu(): Reach {
  return reachOf(useStores())
}

/** The same for who asks later than while rendering. */
export function reachOf({ session, preferences: { edition } }: { readonly session: Pick<RootStore['session'], 'mayCall'>; readonly preferences: Pick<RootStore['preferences'], 'edition'> }): Reach {
  const all = allPages.filter(({ group, role, isOfProjects }) => group !== undefined && session.mayCall({ roles: rolesFrom(role ?? 'operator'), scope: isOfProjects ? 'project' : 'none' }))
  return { all, menu: edition === null ? onceEach(all) : all.filter(({ editions }) => editions === undefined || editions.includes(edition)) }
}
