import { Button, Modal, Segmented } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { Row } from '../../contract/entity/define.ts'
import { camera } from '../../contract/lighting/camera.ts'
import { getCamerasPath } from '../app/pages/editions.ts'
import { LoadingCards } from '../kit/page/LoadingCards.tsx'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { ListPager } from '../kit/page/ListPager.tsx'
import { SearchBox } from '../kit/page/SearchBox.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CameraControls } from '../fields/camera/CameraControls.tsx'
import { CameraVideo } from '../fields/camera/CameraVideo.tsx'
import { useStores } from '../stores/root.ts'
import { RowWindow } from '../stores/entities/rowWindow.ts'
import { getVideoSource } from '../fields/camera/videoSource.ts'
import '../kit/page/List.css'
import './video.css'

/** Numbers of columns; a page of the grid has as many rows as columns. */
const grids = [1, 2, 3] as const

/** Live video of the cameras that the account has permission to see, one page at a time. */
export const VideoPage = observer(function VideoPage() {
  const {
    entities,
    preferences: { edition },
    session,
  } = useStores()
  const [store] = useState(() => new RowWindow(entities.of(camera).client))
  const { t } = useTranslation('video')
  const localize = useLocalized()
  const [params, setParams] = useSearchParams()
  const [large, setLarge] = useState<Row | null>(null)
  const columns = grids.find((one) => String(one) === params.get('grid')) ?? 2
  const pageSize = columns * columns
  const search = params.get('search') ?? ''
  const page = Math.max(1, Math.floor(Number(params.get('page') ?? 1)) || 1)
  useEffect(
    () =>
      store.show({
        first: (page - 1) * pageSize,
        count: pageSize,
        search: search === '' ? undefined : search,
        sort: 'name',
      }),
    [store, page, pageSize, search, session.username],
  )
  const { rows } = store
  const update = (next: { readonly grid?: number; readonly search?: string; readonly page?: number }): void => {
    const settings = { grid: columns, search, page: 1, ...next }
    setParams(
      Object.fromEntries(
        Object.entries(settings)
          .filter(([, value]) => value !== '' && value !== 1)
          .map(([name, value]) => [name, String(value)])
          .concat(settings.grid === 1 ? [['grid', '1']] : []),
      ),
      { replace: next.search !== undefined },
    )
  }

  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{t('title')}</h1>
        <div className="list-toolbar">
          <SearchBox
            value={search}
            label={t('search')}
            clearWords={t('clear')}
            onSearch={(text) => update({ search: text })}
          />
          <span className="list-gap" />
          <Segmented
            aria-label={t('grid')}
            value={columns}
            options={grids.map((value) => ({ value, label: t('pictures', { count: value * value }) }))}
            onChange={(grid) => update({ grid })}
          />
        </div>
      </header>
      <div className="list-body">
        {store.loading === 'first' ? (
          <LoadingCards words={t('loading')} />
        ) : store.failure ? (
          <EmptyPanel tone="failed" title={t('failedList')} text={localize(store.failure.words)}>
            <Button type="primary" onClick={() => void store.reload()}>
              {t('again')}
            </Button>
          </EmptyPanel>
        ) : rows.length === 0 ? (
          <EmptyPanel
            tone="empty"
            title={t(search === '' ? 'none' : 'noneFound')}
            text={t(search === '' ? 'noneText' : 'noneFoundText')}
          >
            <Link to={getCamerasPath(edition)}>
              <Button type="primary">{t('manage')}</Button>
            </Link>
          </EmptyPanel>
        ) : (
          <ul className="video-grid" data-columns={columns} aria-label={t('title')}>
            {rows.map((row) => (
              <li key={row.id}>
                <Camera row={row} onEnlarge={() => setLarge(row)} isPaused={large?.id === row.id} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <ListPager
        label={t('pages')}
        words={(count) => t('count', { count })}
        page={page}
        pageSize={pageSize}
        sizes={[pageSize]}
        total={store.total}
        onPage={(next) => update({ page: next })}
        onPageSize={() => undefined}
      />
      {large && (
        <Modal
          open
          centered
          width={largeWidth}
          title={getVideoSource(large, undefined).name}
          footer={null}
          onCancel={() => setLarge(null)}
        >
          <Camera row={large} isPaused={false} />
        </Modal>
      )}
    </div>
  )
})

/** As large as the body of a dialog allows (`styles/base.css`), with room for caption and controls. */
const largeWidth = 'min(90vw, calc((92dvh - 250px) * 16 / 9 + 34px))'

/** One camera. Its stream is paused here while it is enlarged, so that it is opened only once. The large view has the controls. */
function Camera({
  row,
  onEnlarge,
  isPaused,
}: {
  readonly row: Row
  readonly onEnlarge?: () => void
  readonly isPaused: boolean
}) {
  const { t } = useTranslation('video')
  const { name, channel } = getVideoSource(row, undefined)
  return (
    <figure className="video-camera">
      {isPaused ? (
        <div className="video-box">
          <p role="status">{t('elsewhere')}</p>
        </div>
      ) : (
        <CameraVideo row={row} />
      )}
      <figcaption>
        {/* The title of the large view. */}
        {onEnlarge && <b>{name}</b>}
        <span>{t('channel', { channel })}</span>
        {onEnlarge && (
          <Button size="small" type="text" aria-label={t('enlargeNamed', { name })} onClick={onEnlarge}>
            {t('enlarge')}
          </Button>
        )}
      </figcaption>
      {!onEnlarge && <CameraControls row={row} />}
    </figure>
  )
}
