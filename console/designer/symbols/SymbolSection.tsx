import { CloudDownloadOutlined, MoreOutlined } from '@ant-design/icons'
import type { SymbolDefinition } from '@mimic/engine/document'
import { App, Button, Dropdown } from 'antd'
import { observer } from 'mobx-react-lite'
import { type DragEvent, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { routes } from '../../../contract/routes.ts'
import { useStores } from '../../stores/root.ts'
import { Icon } from '../actions/Icon.tsx'
import { useActions } from '../actions/useActions.tsx'
import { useDesigner } from '../context.ts'
import { startDragging } from '../panels/dragging.ts'
import { addInstance, symbolKey } from './placing.ts'
import { symbolPicture } from './symbolPicture.ts'
import { useLibrary } from './useLibrary.ts'

/** Symbols of this drawing: drag onto the drawing, or click to place in the centre. */
export const SymbolSection = observer(function SymbolShelf({ search }: { readonly search: string }) {
  const { session, drawing, library } = useDesigner()
  const { t } = useTranslation('designer')
  const { makeSymbol } = useActions()
  const origins = [...new Set(drawing.symbols.flatMap(({ origin }) => (origin ? [origin.library] : [])))].join(',')
  useEffect(() => {
    if (origins !== '') void library.loadOrigins(drawing.document.symbols)
  }, [library, drawing, origins])
  const searchText = search.trim().toLowerCase()
  const symbols = session.symbols.filter(({ name }) => name.toLowerCase().includes(searchText))
  const isOwn = session === drawing
  if (searchText !== '' ? symbols.length === 0 : !isOwn) return null
  return (
    <details key={`${symbols.length > 0}`} open={symbols.length > 0}>
      <summary>
        {t('symbol.shelf')}
        <small>{symbols.length}</small>
      </summary>
      {symbols.length === 0 && <p className="panel-hint flush">{t('symbol.none')}</p>}
      <div className="toolbox-tiles">
        {symbols.map((symbol) => (
          <Tile key={symbol.id} symbol={symbol} />
        ))}
      </div>
      {isOwn && library.getOutdatedSymbols(drawing).length > 0 && <FollowAll />}
      {isOwn && searchText === '' && (
        <Button
          size="small"
          block
          className="symbol-make"
          icon={<Icon name="symbol" />}
          disabled={makeSymbol.isOff}
          onClick={makeSymbol.run}
        >
          {t('symbol.makeOf')}
        </Button>
      )}
    </details>
  )
})

/** Separate component, because the number of instances changes with the tree, while the tiles do not. */
const FollowAll = observer(function FollowAll() {
  const { drawing, library } = useDesigner()
  const { t } = useTranslation('designer')
  const { followAll } = useLibrary()
  return (
    <Button
      size="small"
      block
      className="symbol-make"
      icon={<CloudDownloadOutlined aria-hidden />}
      onClick={() => void followAll()}
    >
      {t('library.followAll', { number: library.countOutdatedInstances(drawing) })}
    </Button>
  )
})

const Tile = observer(function Tile({ symbol }: { readonly symbol: SymbolDefinition }) {
  const { session, drawing, dialogState, library } = useDesigner()
  const stores = useStores()
  const { modal } = App.useApp()
  const { t } = useTranslation('designer')
  const { follow } = useLibrary()
  const { id, name, origin } = symbol
  const newer = session === drawing ? library.getNewerEntry(symbol) : undefined
  const mayKeep = stores.session.mayCall(routes['library.create'].policy)

  const handleClick = (): void => {
    const { editor } = session
    if (!editor) return
    const { x, y, width, height } = editor.stage.camera.visible
    addInstance(session, symbol, { x: x + width / 2, y: y + height / 2 })
    editor.stage.canvas.focus()
  }
  const remove = (force: boolean): void => void drawing.run('del-symbol', { symbol: id, force })
  const handleRemove = (): void => {
    const count = [...drawing.document.all()].filter(({ link }) => link?.symbol === id).length
    if (count === 0) return remove(false)
    void modal.confirm({
      title: t('symbol.removeTitle', { name }),
      content: t('symbol.removeText', { number: count }),
      okText: t('edit.remove'),
      okButtonProps: { danger: true },
      onOk: () => remove(true),
    })
  }

  return (
    <div className="symbol-tile">
      <button
        type="button"
        className="tile"
        title={origin ? t('library.from', { name, revision: origin.revision }) : name}
        draggable
        onClick={handleClick}
        onDragStart={(event: DragEvent) => startDragging(event.dataTransfer, symbolKey(symbol))}
      >
        <img src={symbolPicture(symbol, session.symbols, session.layer.theme)} alt="" draggable={false} />
        <span>{name}</span>
      </button>
      {newer && (
        <Button
          size="small"
          type="text"
          className="symbol-newer"
          icon={<CloudDownloadOutlined aria-hidden />}
          title={t('library.follow', { revision: newer.revision })}
          aria-label={t('library.followOf', { name, revision: newer.revision })}
          onClick={() => void follow(symbol)}
        />
      )}
      {session === drawing && (
        <Dropdown
          trigger={['click']}
          autoFocus
          menu={{
            className: 'designer-menu',
            items: [
              { key: 'edit', label: t('symbol.edit'), onClick: () => dialogState.editSymbol(drawing, id) },
              {
                key: 'params',
                label: t('symbol.editParams'),
                onClick: () => dialogState.openDialog({ kind: 'symbolParams', symbol: id }),
              },
              { key: 'select', label: t('symbol.selectAll'), onClick: () => selectInstances() },
              ...(mayKeep
                ? [
                    {
                      key: 'keep',
                      label: t('library.saveTo'),
                      onClick: () => dialogState.openDialog({ kind: 'librarySave', symbol: id }),
                    },
                  ]
                : []),
              ...(newer
                ? [
                    {
                      key: 'follow',
                      label: t('library.follow', { revision: newer.revision }),
                      onClick: () => void follow(symbol),
                    },
                  ]
                : []),
              { key: 'line', type: 'divider' },
              { key: 'remove', label: t('edit.remove'), danger: true, onClick: handleRemove },
            ],
          }}
        >
          <Button
            size="small"
            type="text"
            className="symbol-more"
            aria-label={t('symbol.more', { name })}
            aria-haspopup="menu"
            icon={<MoreOutlined aria-hidden />}
          />
        </Dropdown>
      )}
    </div>
  )

  function selectInstances(): void {
    const ids = [...drawing.document.all()]
      .filter(({ link, parent }) => link?.symbol === id && parent === null)
      .map((one) => one.id)
    drawing.editor?.selection.enter(null)
    drawing.editor?.selection.set(ids)
  }
})
