import { Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldDeviceCard, FieldDeviceList } from '../panels/FieldDeviceCard.tsx'
import { getFieldStateSources } from '../model/fieldDevices.ts'
import { HomeFrame } from '../frame/HomeFrame.tsx'
import { HomeStage } from '../frame/HomeStage.tsx'
import { countOn, type LiveStates } from '../../stores/live/liveStates.ts'
import { pollEvery } from '../../stores/entities/polling.ts'
import { getName } from '../model/rowText.ts'
import { PanoramaLegend, TunnelPanorama } from './TunnelPanorama.tsx'
import { countsIn, type Section, TunnelView } from './tunnelView.ts'
import { refreshMs, useHome, useLive } from '../frame/useHome.ts'
import { useHomeData } from '../model/useHomeData.ts'

const paths = {
  cabinet: '/instdet1tunnel',
  loop: '/instdet2tunnel',
  pole: '/instdet3tunnel',
  sensor: '/cgqinstalltunnel',
} as const

/** Tunnel home page: the scheme of a tunnel, section by section. */
export const TunnelHomePage = observer(function TunnelHomePage() {
  const { t } = useTranslation('home')
  const view = useHomeData(TunnelView)
  const isLoading = view.shown === null && view.request.isLoading
  // Counts cover the tunnel, or the project if there is no tunnel. Alarms, energy and freezes cover the tunnel's
  // project.
  const home = useHome({
    isCounting: view.shown === null && !isLoading,
    within: isLoading ? null : view.shown?.project,
  })
  const { overview, project } = home
  const [selectedTunnel, setSelectedTunnel] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  useEffect(() => {
    void view.show(project, selectedTunnel)
    const stopPolling = pollEvery(refreshMs, {
      isLoading: () => view.shown === null || view.request.isLoading,
      request: () => view.show(project, selectedTunnel),
    })
    return () => {
      stopPolling()
      view.request.stop()
    }
  }, [view, project, selectedTunnel])
  const { shown } = view
  const stateSources = useMemo(
    () =>
      shown
        ? [
            ...shown.sections.flatMap(({ lamps }) => lamps),
            ...shown.fans,
            ...shown.devices.flatMap(getFieldStateSources),
          ]
        : [],
    [shown],
  )
  const live = useLive(overview, stateSources)
  const device = shown?.devices.find(({ id }) => id === opened)
  const section = shown?.sections.find(({ id }) => id === chosen)
  // Lamps of the selected section, otherwise of the whole tunnel.
  const lamps = section ? section.lamps : (shown?.sections.flatMap((one) => one.lamps) ?? [])
  const working = shown?.hasLamps ? { lit: countOn(lamps, live), place: section?.name ?? shown.name } : {}
  const counts = useMemo(() => (shown ? countsIn(shown, section) : undefined), [shown, section])
  const none = {
    title: t('tunnel.none'),
    text: t('tunnel.noneText'),
    manage: t('tunnel.manage'),
    path: '/tunnelmanage',
  }
  const choice = view.tunnels.length > 0 && (
    <Select
      showSearch
      optionFilterProp="label"
      className="home-project"
      aria-label={t('tunnel.choose')}
      value={shown?.id ?? null}
      onChange={(id: string) => setSelectedTunnel(id)}
      options={view.tunnels.map((row) => ({ value: row.id, label: getName(row) }))}
    />
  )
  return (
    <HomeFrame
      title={t('tunnel.title')}
      home={home}
      paths={paths}
      working={working}
      shown={counts}
      tools={choice}
      isWide
    >
      <HomeStage
        request={view.request}
        isEmpty={shown === null}
        none={none}
        onRetry={() => void view.show(project, selectedTunnel)}
      >
        {shown && (
          <>
            <TunnelPanorama
              tunnel={shown}
              live={live}
              chosen={chosen}
              onChoose={setChosen}
              onDevice={({ id }) => setOpened(id)}
            />
            {device && (
              <FieldDeviceCard
                key={device.id}
                device={device}
                state={live.states.get(device.id) ?? 'unknown'}
                onClose={() => setOpened(null)}
              />
            )}
            <PanoramaLegend devices={shown.devices} hasFans={shown.fans.length > 0} />
            {!shown.hasSections ? (
              <p className="home-none" role="status">
                {t('tunnel.noSections')}
              </p>
            ) : (
              !shown.hasLamps && (
                <p className="home-none" role="status">
                  {t('tunnel.noLamps')}
                </p>
              )
            )}
            {shown.hasSections && (
              <SectionTable sections={section ? [section] : shown.sections} hasLamps={shown.hasLamps} live={live} />
            )}
            <FieldDeviceList devices={shown.devices} states={live.states} />
          </>
        )}
      </HomeStage>
    </HomeFrame>
  )
})

/**
 * Per section: lit, unlit and unknown luminaires, luminaires in alarm, and the mean level of the lit ones. Without
 * permission to see luminaires only the sections are listed.
 */
function SectionTable({
  sections,
  hasLamps,
  live,
}: {
  readonly sections: readonly Section[]
  readonly hasLamps: boolean
  readonly live: LiveStates
}) {
  const { t } = useTranslation('home')
  return (
    <table className="home-table" aria-label={t('tunnel.sections')}>
      <thead>
        <tr>
          <th>{t('tunnel.section')}</th>
          <th>{t('tunnel.tube')}</th>
          {hasLamps && (
            <>
              <th>{t('tunnel.lamps')}</th>
              <th>{t('tunnel.lit')}</th>
              <th>{t('tunnel.dark')}</th>
              <th>{t('tunnel.unknown')}</th>
              <th title={t('tunnel.alarmedHint')}>{t('tunnel.alarmed')}</th>
              <th title={t('tunnel.levelHint')}>{t('tunnel.level')}</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {sections.map(({ id, name, tube, lamps }) => {
          const levels = lamps.flatMap((lamp) =>
            live.isOn.get(lamp.id) === true ? [live.levels.get(lamp.id) ?? 0] : [],
          )
          const { on, off, unknown, alarmed } = countOn(lamps, live)
          const isKnown = on + off > 0 || lamps.length === 0
          return (
            <tr key={id}>
              <td>{name}</td>
              <td>{t(`tunnel.${tube}`)}</td>
              {hasLamps && (
                <>
                  <td>{lamps.length}</td>
                  <td>{isKnown ? on : '–'}</td>
                  <td>{isKnown ? off : '–'}</td>
                  <td>{unknown}</td>
                  <td data-alarm={alarmed > 0 || undefined}>{alarmed}</td>
                  <td>
                    {levels.length > 0
                      ? `${Math.round(levels.reduce((sum, level) => sum + level, 0) / levels.length)} %`
                      : '–'}
                  </td>
                </>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
