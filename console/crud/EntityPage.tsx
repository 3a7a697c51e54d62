import { useMemo } from 'react'
import { entityOf } from '../../contract/entities.ts'
import type { EntityPage as PageData } from '../app/page.ts'
import { EntityScreen } from './EntityScreen.tsx'
import type { CustomScreenConfig, ScreenConfig } from './screenConfig.ts'

interface EntityPageProps {
  readonly path: string
  readonly title: string
  readonly shows: PageData
  /** What the page has beyond the declaration. */
  readonly more?: CustomScreenConfig | undefined
}

/** A page that is an entity's, from its data. Loaded with the declarations, which are no part of the first chunk. */
export function EntityPage({ path, title, shows: { entity, variant, preset, only }, more }: EntityPageProps) {
  const shape = useMemo<ScreenConfig>(
    () => ({ entity: entityOf(entity), path, title, ...(variant ? { variant } : {}), ...(preset ? { preset } : {}), ...(only ? { only } : {}), ...more }),
    [entity, path, title, variant, preset, only, more],
  )
  // Each page begins anew: two pages of one entity share no open form.
  return <EntityScreen key={path} shape={shape} />
}
