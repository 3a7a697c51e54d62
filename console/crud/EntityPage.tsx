import { useMemo } from 'react'
import { getEntity } from '../../contract/entities.ts'
import type { EntityPage as PageData } from '../app/pages/page.ts'
import { EntityScreen } from './EntityScreen.tsx'
import type { CustomScreenConfig, ScreenConfig } from './config/screenConfig.ts'

interface EntityPageProps {
  readonly path: string
  readonly title: string
  readonly shows: PageData
  /** Customisations beyond the entity declaration. */
  readonly more?: CustomScreenConfig | undefined
}

/**
 * Page of an entity, created from its page data. Loaded together with the entity declarations, which are not part of
 * the first chunk.
 */
export function EntityPage({ path, title, shows: { entity, variant, preset, only }, more }: EntityPageProps) {
  const shape = useMemo<ScreenConfig>(
    () => ({
      entity: getEntity(entity),
      path,
      title,
      ...(variant ? { variant } : {}),
      ...(preset ? { preset } : {}),
      ...(only ? { only } : {}),
      ...more,
    }),
    [entity, path, title, variant, preset, only, more],
  )
  // `key` resets the state per page, so that two pages of one entity do not share an open form.
  return <EntityScreen key={path} shape={shape} />
}
