import { rolesFrom } from '../../../contract/access.ts'
import { type RootStore, useStores } from '../../stores/root.ts'
import type { Page } from '../pages/page.ts'
import { allPages, uniqueByName } from '../pages/pages.ts'

export interface AvailablePages {
  /** Menu entries of the current edition. If none has been chosen: those of all editions, each name once. */
  readonly menu: readonly Page[]
  /** All pages available to the account, including those of other editions. */
  readonly all: readonly Page[]
}

/** Pages available to this account by its role. The server decides which data it may see there. */
export function useMenu(): AvailablePages {
  return getAvailablePages(useStores())
}

/** Same as `useMenu`, for use outside of rendering. */
export function getAvailablePages({
  session,
  preferences: { edition },
}: {
  readonly session: Pick<RootStore['session'], 'mayCall'>
  readonly preferences: Pick<RootStore['preferences'], 'edition'>
}): AvailablePages {
  const all = allPages.filter(
    ({ group, role, anyProject }) =>
      group !== undefined &&
      session.mayCall({ roles: rolesFrom(role ?? 'operator'), scope: anyProject ? 'project' : 'none' }),
  )
  return {
    all,
    menu:
      edition === null
        ? uniqueByName(all)
        : all.filter(({ editions }) => editions === undefined || editions.includes(edition)),
  }
}
