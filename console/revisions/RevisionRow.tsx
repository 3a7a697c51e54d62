import { DownloadOutlined, EditOutlined, EyeOutlined, RollbackOutlined } from '@ant-design/icons'
import { App, Button, Tag, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DrawingRevision, routes } from '../../contract/routes.ts'
import { revisionPath } from '../kit/drawing/drawingPaths.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { Picture } from '../kit/drawing/Picture.tsx'
import { saveFile } from '../kit/saveFile.ts'
import { CallFailure } from '../net/failure.ts'
import type { HistoryDrawing, RevisionStore } from '../stores/drawings/revisions.ts'
import { useStores } from '../stores/root.ts'
import { NoteForm } from './NoteForm.tsx'
import { formatBytes } from './formatBytes.ts'

interface RevisionRowProps {
  readonly store: RevisionStore
  readonly drawing: HistoryDrawing
  readonly row: DrawingRevision
  readonly isNewest: boolean
  readonly warning: string | undefined
  readonly onRestore: (revision: number) => Promise<boolean>
}

/** One revision: thumbnail, author, time, note and actions. */
export const RevisionRow = observer(function RevisionRow({
  store,
  drawing,
  row,
  isNewest,
  warning,
  onRestore,
}: RevisionRowProps) {
  const { session } = useStores()
  const { t } = useTranslation('revisions')
  const { message, modal } = App.useApp()
  const [isWriting, setWriting] = useState(false)
  const { revision, components, bytes, savedAt, savedBy, note, restoredFrom } = row
  const pictured = { id: drawing.id, revision }
  const handleSeen = useCallback(
    () => store.pictures.request({ id: drawing.id, revision }),
    [store, drawing.id, revision],
  )
  const mayRestore = !isNewest && session.may(routes['drawing.restoreRevision'].policy, drawing.project)
  const mayNote = session.may(routes['drawing.setRevisionNote'].policy, drawing.project)

  const handleRestore = (): void =>
    void modal.confirm({
      title: t('restore.title', { revision }),
      content: (
        <>
          <div>{t('restore.text')}</div>
          {warning !== undefined && <div>{warning}</div>}
        </>
      ),
      okText: t('restore.go'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        if (await onRestore(revision)) void message.success(t('restore.done', { revision }))
      },
    })

  const handleDownload = async (): Promise<void> => {
    try {
      const { blob } = await store.download(revision)
      saveFile(t('fileName', { name: row.name, revision }), 'json', blob)
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
    }
  }

  return (
    <li className="revision" aria-label={t('revision', { revision })}>
      <span className="revision-picture">
        <Picture picture={store.pictures.of(pictured)} onVisible={handleSeen} />
      </span>
      <div className="revision-said">
        <p className="revision-head">
          <b>{t('revision', { revision })}</b>
          {isNewest && <Tag>{t('newest')}</Tag>}
          <time dateTime={new Date(savedAt).toISOString()}>{formatTime(savedAt)}</time>
        </p>
        <p className="revision-facts">
          {t('facts', { who: savedBy, components: t('components', { count: components }), size: formatBytes(bytes) })}
        </p>
        {restoredFrom !== null && <p className="revision-facts">{t('restoredFrom', { revision: restoredFrom })}</p>}
        {isWriting ? (
          <NoteForm store={store} revision={revision} note={note} onClose={() => setWriting(false)} />
        ) : (
          note !== '' && <p className="revision-note">{note}</p>
        )}
        <div className="revision-actions">
          <Button
            size="small"
            type="text"
            icon={<EyeOutlined aria-hidden />}
            href={revisionPath(drawing.id, revision)}
            target="_blank"
            aria-label={t('openNamed', { revision })}
          >
            {t('open')}
          </Button>
          {mayRestore && (
            <Button
              size="small"
              type="text"
              icon={<RollbackOutlined aria-hidden />}
              aria-label={t('restore.named', { revision })}
              onClick={handleRestore}
            >
              {t('restore.go')}
            </Button>
          )}
          <Tooltip title={t('download')}>
            <Button
              size="small"
              type="text"
              icon={<DownloadOutlined aria-hidden />}
              aria-label={t('downloadNamed', { revision })}
              onClick={() => void handleDownload()}
            />
          </Tooltip>
          {mayNote && !isWriting && (
            <Tooltip title={t(note === '' ? 'note.add' : 'note.change')}>
              <Button
                size="small"
                type="text"
                icon={<EditOutlined aria-hidden />}
                aria-label={t('note.named', { revision })}
                onClick={() => setWriting(true)}
              />
            </Tooltip>
          )}
        </div>
      </div>
    </li>
  )
})
