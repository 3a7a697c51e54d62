import { UndoOutlined } from '@ant-design/icons'
import { Alert, Button, Checkbox, InputNumber, Select, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlantMap } from '../kit/map/PlantMap.tsx'
import type { MapPoint, PointState } from '../kit/map/point.ts'
import { messages } from '../kit/text/errorCatalogue.ts'
import { SearchBox } from '../kit/page/SearchBox.tsx'
import { useMapLayer } from '../fields/useMapLayer.ts'
import { useMapStyle } from '../fields/useMapStyle.ts'
import { useStores } from '../stores/root.ts'
import { type Device, isMarked, isTunnelDevice, type MarkingStore, type Scheme } from './markingStore.ts'
import { TubeFields, TubeScheme } from './TubeScheme.tsx'

const maxListed = 200

/** Second step: places the selected device by a click on the map or on the scheme of its tunnel, or by coordinates. */
export const MapStep = observer(function MapStep({
  store,
  onBack,
  onNext,
}: {
  readonly store: MarkingStore
  readonly onBack: () => void
  readonly onNext: () => void
}) {
  const { notices } = useStores()
  const { t } = useTranslation('marking')
  const mapStyle = useMapStyle()
  const baseMap = useMapLayer(store.map)
  const [chosen, setChosen] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const [isOpenOnly, setOpenOnly] = useState(false)
  const [ground, setGround] = useState<string | null>(null)
  const { placed, devices, drafts } = store
  const scheme: Scheme | undefined = store.tunnels.find(({ id }) => id === ground)
  const isOpenHere = (one: Device): boolean => (scheme ? store.getTubePlace(one) : store.getPlace(one)) === null
  const points = useMemo(
    () => placed.map(({ row, kind, name, place }): MapPoint => ({ id: row.id, kind, title: name, ...place })),
    [placed],
  )
  const changed = [...drafts.keys()].join(',')
  const states = useMemo(
    () => new Map<string, PointState>(points.map(({ id }) => [id, changed.split(',').includes(id) ? 'on' : 'off'])),
    [points, changed],
  )
  const shownDevices = scheme
    ? devices.filter((device) => isTunnelDevice(device) && device.tunnel === scheme.id)
    : devices
  const found = shownDevices.filter(
    (device) => device.name.toLowerCase().includes(search.trim().toLowerCase()) && (!isOpenOnly || isOpenHere(device)),
  )
  const device = shownDevices.find(({ row }) => row.id === chosen)

  function getState(one: Device): 'draft' | 'placed' | 'open' {
    if (drafts.has(one.row.id)) return 'draft'
    return (scheme ? one.inTube !== null : isMarked(one)) ? 'placed' : 'open'
  }

  async function handleSave() {
    const failed = await store.save()
    notices.post(
      failed > 0
        ? { manner: 'notification', words: messages.annotationFailed(failed) }
        : { manner: 'success', words: messages.annotationSaved },
    )
  }

  function handlePut(put: (id: string) => void) {
    if (chosen === null) return
    put(chosen)
    setChosen(findNext(found, chosen, isOpenHere) ?? chosen)
  }

  return (
    <div className="marking-map">
      <aside className="marking-list" aria-label={t('devices')}>
        {store.tunnels.length > 0 && (
          <Select
            aria-label={t('ground')}
            value={scheme?.id ?? ''}
            onChange={(id: string) => {
              setGround(id === '' ? null : id)
              setChosen(null)
            }}
            options={[
              { value: '', label: t('onMap') },
              ...store.tunnels.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <SearchBox value={search} label={t('search')} clearWords={t('clear')} onSearch={setSearch} />
        <Checkbox checked={isOpenOnly} onChange={(event) => setOpenOnly(event.target.checked)}>
          {t('openOnly')}
        </Checkbox>
        <ul>
          {found.slice(0, maxListed).map((one) => (
            <li key={one.row.id}>
              <button
                type="button"
                aria-pressed={one.row.id === chosen}
                onClick={() => setChosen(one.row.id === chosen ? null : one.row.id)}
              >
                <b>{one.name}</b>
                <span data-state={getState(one)}>{t(`state.${getState(one)}`)}</span>
              </button>
            </li>
          ))}
        </ul>
        {shownDevices.length === 0 && !store.isLoading && (
          <p role="status">{t(scheme ? 'noneInTunnel' : 'emptyList')}</p>
        )}
        {found.length > maxListed && <p>{t('more', { count: found.length - maxListed })}</p>}
        {device &&
          (scheme ? (
            <TubeFields key={device.row.id} device={device} scheme={scheme} store={store} />
          ) : (
            <PlaceFields key={device.row.id} device={device} store={store} />
          ))}
      </aside>
      <div className="marking-stage">
        {scheme ? (
          <TubeScheme
            scheme={scheme}
            devices={shownDevices}
            store={store}
            chosen={chosen}
            onChoose={setChosen}
            onPick={device ? (place) => handlePut((id) => store.setTubePlace(id, place)) : undefined}
          />
        ) : (
          <PlantMap
            points={points}
            states={states}
            turn={drafts.size}
            style={mapStyle}
            baseMap={baseMap}
            chosen={chosen}
            onChoose={setChosen}
            onPick={device ? (place) => handlePut((id) => store.put(id, place)) : undefined}
            isLive={false}
            isLoading={store.isLoading}
          />
        )}
        <Alert
          className="marking-hint"
          type="info"
          title={device ? t('pickHint', { name: device.name }) : t('chooseHint')}
        />
      </div>
      <footer className="marking-foot">
        <Button onClick={onBack}>{t('back')}</Button>
        <span className="list-gap" />
        {store.saved !== null && <span role="status">{t('saving', { saved: store.saved })}</span>}
        <span>{drafts.size > 0 ? t('drafts', { count: drafts.size }) : t('noDrafts')}</span>
        <Button
          type="primary"
          disabled={drafts.size === 0}
          loading={store.saved !== null}
          onClick={() => void handleSave()}
        >
          {t('save')}
        </Button>
        <Button disabled={drafts.size > 0} onClick={onNext}>
          {t('toDone')}
        </Button>
      </footer>
    </div>
  )
})

/** Coordinate fields of the selected device, the keyboard alternative to the map. */
const PlaceFields = observer(function PlaceFields({
  device,
  store,
}: {
  readonly device: Device
  readonly store: MarkingStore
}) {
  const { t } = useTranslation('marking')
  const place = store.getPlace(device)
  const [longitude, setLongitude] = useState<number | null>(null)
  const [latitude, setLatitude] = useState<number | null>(null)
  const [x, y] = [longitude ?? place?.longitude ?? null, latitude ?? place?.latitude ?? null]
  return (
    <div className="marking-place">
      <label>
        {t('longitude')}
        <InputNumber
          size="small"
          aria-label={t('longitude')}
          min={-180}
          max={180}
          step={0.0001}
          value={x}
          onChange={setLongitude}
        />
      </label>
      <label>
        {t('latitude')}
        <InputNumber
          size="small"
          aria-label={t('latitude')}
          min={-90}
          max={90}
          step={0.0001}
          value={y}
          onChange={setLatitude}
        />
      </label>
      <Button
        size="small"
        disabled={x === null || y === null}
        onClick={() => {
          if (x === null || y === null) return
          store.put(device.row.id, { longitude: x, latitude: y })
          setLongitude(null)
          setLatitude(null)
        }}
      >
        {t('put')}
      </Button>
      {store.drafts.has(device.row.id) && (
        <Tooltip title={t('forget')}>
          <Button
            size="small"
            icon={<UndoOutlined aria-hidden />}
            aria-label={t('forget')}
            onClick={() => store.forget(device.row.id)}
          />
        </Tooltip>
      )}
    </div>
  )
})

/** Returns the next unplaced device of the list, which is selected automatically. */
function findNext(list: readonly Device[], id: string, isOpen: (device: Device) => boolean): string | undefined {
  const at = list.findIndex(({ row }) => row.id === id)
  return list.slice(at + 1).find(isOpen)?.row.id
}
