import { CommentOutlined, FolderOpenOutlined, SaveOutlined } from '@ant-design/icons'
import { App, Button, Dropdown } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import type { Row } from '../../../contract/entity/define.ts'
import { trend, trendNote } from '../../../contract/platform/trend.ts'
import { emptyTrend, parseTrendDefinition } from '../../../contract/platform/trendDefinition.ts'
import { limits } from '../../../contract/limits.ts'
import { NamedPageTitle } from '../../app/shell/PageTitle.tsx'
import { useRights, useRowRights } from '../../crud/config/useRights.ts'
import { getTitle } from '../../crud/config/screenConfig.ts'
import { useConfirmLeave } from '../../crud/form/useConfirmLeave.ts'
import { EmptyPanel } from '../../kit/page/EmptyPanel.tsx'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { CallFailure } from '../../net/failure.ts'
import { useStores } from '../../stores/root.ts'
import { ExportMenu } from '../ExportMenu.tsx'
import { NoteDialog } from '../NoteDialog.tsx'
import { NoteList } from '../NoteList.tsx'
import type { TrendNote } from '../noteList.ts'
import { getPenName } from '../penName.ts'
import { SaveDialog } from '../SaveDialog.tsx'
import { TagPicker } from '../TagPicker.tsx'
import { savedTrendsPath, trendPath } from '../trendPaths.ts'
import { TrendToolbar } from '../TrendToolbar.tsx'
import { getDefinitionText } from '../trendStore.ts'
import { TrendView } from '../TrendView.tsx'
import { useNotes } from '../useNotes.ts'
import { useTrendStore } from '../useTrendStore.ts'
import '../../kit/page/List.css'

/**
 * `/trends`: curves of any tags. `?id=…` opens a saved trend, `?tags=…` shows tags (comma-separated paths).
 */
export function TrendPage() {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const tags = params.get('tags') ?? ''
  return <OpenTrend key={id === '' ? tags : id} id={id} tags={tags} />
}

interface OpenTrendProps {
  readonly id: string
  readonly tags: string
}

const OpenTrend = observer(function OpenTrend({ id, tags }: OpenTrendProps) {
  const { entities, zones } = useStores()
  const { t } = useTranslation('trend')
  const { message } = App.useApp()
  const localize = useLocalized()
  const navigate = useNavigate()
  const store = useTrendStore()
  const [row, setRow] = useState<Row | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [isPlacing, setPlacing] = useState(false)
  const [note, setNote] = useState<TrendNote | { readonly at: number; readonly until: null } | null>(null)
  const canvas = useRef<HTMLCanvasElement | null>(null)
  const { notes, hasMore, reload } = useNotes(store)
  const may = useRights(trend)
  const mayNote = useRights(trendNote)
  const mayChange = useRowRights(trend)
  const { client } = entities.of(trend)
  const { project } = store
  const isOwn = row !== null && mayChange('update', row)
  // Another trend of the same page is another query.
  useConfirmLeave(
    () => row !== null && store.isChanged && (isOwn || may('create', project)),
    (from, to) => from !== to,
  )
  const reportLeft = (left: number): void => {
    if (left > 0) void message.warning(t('full', { count: limits.history.tags }))
  }
  // Another language must not open the trend again.
  const latest = useRef({ reportLeft })
  useEffect(() => {
    latest.current = { reportLeft }
  })

  useEffect(() => {
    const ending = new AbortController()
    if (id === '') {
      store.open(emptyTrend)
      if (tags !== '')
        void store.addPaths(tags.split(',')).then((left) => {
          if (!ending.signal.aborted) latest.current.reportLeft(left)
        })
      return () => ending.abort()
    }
    client.read(id, { signal: ending.signal, quiet: true }).then(
      (read) => {
        setRow(read)
        store.open(parseTrendDefinition(getDefinitionText(read)) ?? emptyTrend)
      },
      (thrown: unknown) => {
        if (ending.signal.aborted) return
        if (!(thrown instanceof CallFailure)) throw thrown
        setFailure(thrown)
      },
    )
    return () => ending.abort()
  }, [store, client, id, tags])

  const handleSave = async (): Promise<void> => {
    if (!row) return setSaving(true)
    try {
      setRow(await client.update(row, { definition: JSON.stringify(store.definition) }, false))
      store.markSaved()
      void message.success(t('saved'))
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // The client has already reported the failure.
    }
  }
  const handleSaved = (saved: Row): void => {
    store.markSaved()
    void message.success(t('saved'))
    void navigate(trendPath({ id: saved.id }))
  }
  const handleTime = (at: number): void => {
    if (!isPlacing) return
    setPlacing(false)
    setNote({ at: Math.round(at), until: null })
  }

  if (failure)
    return (
      <div className="list-page">
        <EmptyPanel tone="failed" title={t('missing')} text={localize(failure.words)}>
          <Link to={savedTrendsPath}>
            <Button type="primary">{t('toSaved')}</Button>
          </Link>
        </EmptyPanel>
      </div>
    )
  const name = row ? getTitle(trend, row) : ''
  const title = name === '' ? t('title') : name
  const hasPens = store.pens.length > 0
  const mayAdd = hasPens && may('create', project)
  return (
    <div className="list-page">
      {name !== '' && <NamedPageTitle name={name} />}
      <header className="list-head">
        <h1>
          {title}
          {row && store.isChanged ? ' *' : ''}
        </h1>
        <div className="list-toolbar">
          <TagPicker shown={store.pens.map(({ tag }) => tag)} onPick={(tag) => reportLeft(store.addTags([tag]))} />
          <span className="list-gap" />
          <Button
            size="small"
            icon={<CommentOutlined aria-hidden />}
            type={isPlacing ? 'primary' : 'default'}
            aria-pressed={isPlacing}
            disabled={!hasPens || !mayNote('create', project)}
            onClick={() => setPlacing(!isPlacing)}
          >
            {t('note.add')}
          </Button>
          <ExportMenu store={store} title={title} getCanvas={() => canvas.current} />
          {isOwn ? (
            <Dropdown.Button
              size="small"
              type="primary"
              disabled={!hasPens}
              menu={{ items: [{ key: 'as', label: t('saveAs') }], onClick: () => setSaving(true) }}
              onClick={() => void handleSave()}
            >
              {t('save')}
            </Dropdown.Button>
          ) : (
            <Button
              size="small"
              type="primary"
              icon={<SaveOutlined aria-hidden />}
              disabled={!mayAdd}
              onClick={() => setSaving(true)}
            >
              {t(row ? 'saveAs' : 'save')}
            </Button>
          )}
          <Link to={savedTrendsPath}>
            <Button size="small" icon={<FolderOpenOutlined aria-hidden />}>
              {t('toSaved')}
            </Button>
          </Link>
        </div>
      </header>
      <div className="trend-page" data-placing={isPlacing || undefined}>
        <TrendView
          store={store}
          notes={notes}
          onTime={handleTime}
          onCanvas={(next) => {
            canvas.current = next
          }}
          toolbar={
            <>
              <TrendToolbar store={store} now={() => zones.now()} />
              {isPlacing && (
                <p className="trend-placing" role="status">
                  {t('note.place')}
                </p>
              )}
            </>
          }
          empty={<EmptyPanel tone="empty" title={t('empty')} text={t('emptyText')} />}
        >
          <NoteList notes={notes} hasMore={hasMore} onEdit={setNote} onRemoved={reload} />
        </TrendView>
      </div>
      {isSaving && <SaveDialog store={store} onSaved={handleSaved} onClose={() => setSaving(false)} />}
      {note && project !== undefined && (
        <NoteDialog
          project={'project' in note ? note.project : project}
          note={note}
          tags={store.pens.map((pen) => ({
            value: pen.tag,
            label: getPenName(pen, store.tags.get(pen.tag), localize),
          }))}
          onSaved={reload}
          onClose={() => setNote(null)}
        />
      )}
    </div>
  )
})
