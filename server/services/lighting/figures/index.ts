import type { AreaFigures, FigurePeriod, TunnelFigures } from '../../../../contract/routes.ts'
import type { Db } from '../../../database/index.ts'
import type { EntityServices } from '../../entities/index.ts'
import { readAreaFigures } from './areaFigures.ts'
import { readTunnelFigures } from './tunnelFigures.ts'

export interface FigureParts {
  readonly db: Db
  readonly rows: {
    getService(kind: 'area' | 'tunnel'): Pick<ReturnType<EntityServices['getService']>, 'findProject'>
  }
  readonly now?: () => number
}

/** Figures of areas and tunnels: installed power, expected and measured energy, stopping distance. */
export function createLightingFigures({ db, rows, now = Date.now }: FigureParts) {
  return {
    findProject: (kind: 'area' | 'tunnel', id: string): Promise<string | undefined> =>
      rows.getService(kind).findProject(id),
    readArea: (id: string, period: FigurePeriod): Promise<AreaFigures> => readAreaFigures(db, id, period, now()),
    readTunnel: (id: string): Promise<TunnelFigures> => readTunnelFigures(db, id),
  }
}

export type LightingFigures = ReturnType<typeof createLightingFigures>
