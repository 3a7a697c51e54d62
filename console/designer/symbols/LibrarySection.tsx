import { LockOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { type DragEvent, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LibraryEntry } from '../../../contract/routes.ts'
import { Picture } from '../../kit/drawing/Picture.tsx'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useStores } from '../../stores/root.ts'
import { useDesigner } from '../context.ts'
import { startDragging } from '../panels/dragging.ts'
import { libraryKey } from './placing.ts'
import { useLibrary } from './useLibrary.ts'

const pauseMs = 300

/**
 * Shared symbols of the library: drag onto the drawing, or click to place in the centre. Loaded when the section opens.
 */
export const LibrarySection = observer(function LibraryShelf({ search }: { readonly search: string }) {
  const { dialogState, library } = useDesigner()
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const [isOpen, setOpen] = useState(false)
  const [type, setType] = useState('')
  const isSearching = isOpen || search.trim() !== ''

  useEffect(() => {
    if (!isSearching) return undefined
    const timer = setTimeout(() => void library.search(search, type), search === '' ? 0 : pauseMs)
    return () => {
      clearTimeout(timer)
      library.stopSearch()
    }
  }, [library, search, type, isSearching])

  const { total, types, failure, isLoading } = library
  // A symbol must not contain itself, directly or indirectly.
  const forbiddenEntries = new Set(dialogState.forbiddenSymbols.map(({ origin }) => origin?.library))
  const rows = library.rows.filter(({ id }) => !forbiddenEntries.has(id))
  return (
    <details
      open={isSearching}
      onToggle={(event) => {
        if (search.trim() === '') setOpen(event.currentTarget.open)
      }}
    >
      <summary>
        {t('library.shelf')}
        {isSearching && <small>{total}</small>}
      </summary>
      <div className="library-choice">
        <Select
          size="small"
          className="wide"
          aria-label={t('library.type')}
          value={type}
          onChange={setType}
          options={[
            { value: '', label: t('library.allTypes') },
            ...types.map((each) => ({ value: each, label: each })),
          ]}
        />
        <Button
          size="small"
          type="text"
          aria-label={t('library.reload')}
          title={t('library.reload')}
          icon={<ReloadOutlined aria-hidden spin={isLoading} />}
          onClick={() => void library.search(search, type)}
        />
      </div>
      {failure && (
        <p className="panel-hint flush" role="alert">
          {localize(failure.words)}
        </p>
      )}
      {!failure && !isLoading && rows.length === 0 && (
        <p className="panel-hint flush">{t(search.trim() || type ? 'library.nothing' : 'library.empty')}</p>
      )}
      <div className="toolbox-tiles">
        {rows.map((entry) => (
          <Tile key={entry.id} entry={entry} />
        ))}
      </div>
      {total > library.rows.length && (
        <p className="panel-hint flush">{t('library.more', { number: total - library.rows.length })}</p>
      )}
    </details>
  )
})

const Tile = observer(function Tile({ entry }: { readonly entry: LibraryEntry }) {
  const { session } = useDesigner()
  const { libraryThumbnails } = useStores()
  const { put } = useLibrary()
  const { t } = useTranslation('designer')
  const handleSeen = useCallback(() => libraryThumbnails.request(entry), [libraryThumbnails, entry])
  const { id, name, type, revision, isPublic } = entry

  const handleClick = (): void => {
    const { editor } = session
    if (!editor) return
    const { x, y, width, height } = editor.stage.camera.visible
    void put(id, { x: x + width / 2, y: y + height / 2 })
    editor.stage.canvas.focus()
  }

  return (
    <button
      type="button"
      className="tile library-tile"
      title={t('library.about', { name, type, revision })}
      draggable
      onClick={handleClick}
      onDragStart={(event: DragEvent) => startDragging(event.dataTransfer, libraryKey(id))}
    >
      <Picture picture={libraryThumbnails.of(entry)} onVisible={handleSeen} />
      <span>
        {!isPublic && <LockOutlined aria-label={t('library.private')} />} {name}
      </span>
    </button>
  )
})
