import { useMemo } from 'react'
import { type BaseMap, usualGround } from '../kit/map/ground.ts'
import type { ProjectMap } from '../stores/projects/projectMaps.ts'
import { useStoredUrls } from './useStoredUrls.ts'

/**
 * Base layer of a configured map; its picture is loaded with the session. `null` uses the built-in map; undefined:
 * still loading.
 */
export function useMapLayer(map: ProjectMap | null | undefined): BaseMap {
  const picture = map?.kind === 'picture' ? map.picture : null
  const urls = useStoredUrls(picture === null ? [] : [picture])
  const url = picture === null ? null : urls[picture]
  return useMemo(() => createBaseMap(map, url), [map, url])
}

function createBaseMap(map: ProjectMap | null | undefined, pictureUrl: string | null | undefined): BaseMap {
  if (map === undefined) return { ground: { kind: 'none' }, opensAt: null }
  if (map === null) return { ground: usualGround, opensAt: null }
  const { kind, isDefault, longitude, latitude, zoom, outlines, url, widthM } = map
  switch (kind) {
    case 'outline':
      return { ground: { kind, files: outlines }, opensAt: isDefault ? { longitude, latitude, zoom } : null }
    case 'tiles':
      return {
        ground: url === null ? usualGround : { kind, url },
        opensAt: isDefault ? { longitude, latitude, zoom } : null,
      }
    case 'picture':
      return {
        ground: { kind, url: pictureUrl, middle: { longitude, latitude }, widthM },
        opensAt: isDefault ? 'whole' : null,
      }
  }
}
