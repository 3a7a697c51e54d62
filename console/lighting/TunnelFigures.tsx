import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { routes, type TunnelFigures as Answer } from '../../contract/routes.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import { useStores } from '../stores/root.ts'
import { type Figure, Figures, formatFigure } from './Figures.tsx'

/** Stopping distance of a tunnel and the installed lighting power of its tubes. */
export const TunnelFigures = observer(function TunnelFigures({ row }: { readonly row: Row }) {
  const { session } = useStores()
  return session.may(routes['tunnel.figures'].policy, row.project ?? '') ? <Panel row={row} /> : null
})

const Panel = observer(function Panel({ row }: { readonly row: Row }) {
  const { client } = useStores()
  const { t, i18n } = useTranslation('lighting')
  const localize = useLocalized()
  const answer = useRequest(`${row.id}/${row.revision}`, (signal) =>
    client.call('tunnel.figures', { params: { id: row.id } }, { quiet: true, signal }),
  )
  if (answer === null) return null
  if (answer instanceof CallFailure)
    return (
      <p className="lighting-none" role="alert">
        {localize(answer.words)}
      </p>
    )
  return <Figures title={t('figures.title')} figures={listFigures(answer)} />

  function listFigures({ stoppingDistance, thresholds, tubes }: Answer): Figure[] {
    const figure = (value: number | null, unit: string, digits: number): string | null =>
      value === null ? null : `${formatFigure(i18n.language, value, digits)} ${unit}`
    return [
      {
        name: t('figures.stopping'),
        value: figure(stoppingDistance, 'm', 0),
        note: stoppingDistance === null ? t('figures.noSpeed') : t('figures.thresholds', { count: thresholds }),
      },
      ...tubes.flatMap(({ tube, lamps, unrated, power, carriageway, density }): Figure[] => [
        {
          name: t(`figures.tubePower.${tube}`),
          value: figure(power === null ? null : power / 1000, 'kW', 2),
          note:
            t('figures.luminaires', { count: lamps }) +
            (unrated > 0 ? `${t('tunnel.and')}${t('figures.unrated', { count: unrated })}` : ''),
        },
        {
          name: t(`figures.density.${tube}`),
          value: figure(density, 'W/m²', 2),
          note:
            carriageway === null
              ? t('figures.noLanes')
              : t('figures.carriageway', { area: figure(carriageway, 'm²', 0) }),
        },
      ]),
    ]
  }
})
