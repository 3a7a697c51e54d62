import { ArrowRightOutlined } from '@ant-design/icons'
import { catalog } from '@mimic/engine/catalog'
import { type Rejected, listTags } from '@mimic/engine/commands'
import { type Id, isTagValue } from '@mimic/engine/document'
import { Alert, AutoComplete, Button, Input, Modal } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/root.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useDesigner } from '../context.ts'
import { TagPicker } from '../inspector/bindings/TagPicker.tsx'
import { withDescendants } from '../session/pasteSource.ts'
import { formatRejection } from '../session/rejectionMessages.ts'
import { countPrefixes, replacePrefix } from './rebinding.ts'

interface RebindDialogProps {
  /** Undefined for all components. */
  readonly ids: readonly Id[] | undefined
  /** The components were just pasted from another drawing. */
  readonly isPasted: boolean
}

/** Replaces tags of components, individually or for a whole device. */
export const RebindDialog = observer(function RebindDialog({ ids, isPasted }: RebindDialogProps) {
  const { store, session, dialogState } = useDesigner()
  const { notices } = useStores()
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const [targetIds] = useState(() => ids ?? session.document.children(null).map(({ id }) => id))
  const [uses] = useState(() => listTags(withDescendants(session.document, targetIds), catalog, session.document))
  const [map, setMap] = useState<ReadonlyMap<string, string>>(new Map())
  const tags = uses.map(({ tag }) => tag)
  const prefixes = countPrefixes(tags)
  const [from, setFrom] = useState(prefixes[0]?.prefix ?? '')
  const [to, setTo] = useState('')
  const [refused, setRefused] = useState<Rejected | null>(null)
  const changed = [...map].filter(([tag, next]) => next !== tag)
  const replaced = replacePrefix(tags, from, to)
  const isStart = isTagValue(to.trim()) || /^[a-z0-9][a-z0-9-]*$/.test(to.trim())

  const handleOk = (): void => {
    const result = session.runWithResult('rebind', { ids: targetIds, map: Object.fromEntries(changed) })
    if (!result.ok) return setRefused(result)
    const number = result.count ?? 0
    notices.post({
      manner: 'success',
      words: { en: `Tags replaced in ${number} places`, zh: `已替换 ${number} 处点位` },
    })
    dialogState.close()
  }

  return (
    <Modal
      open
      width={720}
      title={t('rebind.title')}
      okText={t('rebind.do', { number: changed.length })}
      okButtonProps={{ disabled: changed.length === 0 }}
      cancelText={isPasted ? t('rebind.keep') : undefined}
      onOk={handleOk}
      onCancel={() => dialogState.close()}
      mask={{ closable: map.size === 0 }}
      keyboard={map.size === 0}
      className="designer-dialog rebind-dialog"
    >
      {uses.length === 0 ? (
        <p>{t('rebind.none')}</p>
      ) : (
        <>
          <p>{t(isPasted ? 'rebind.pasted' : 'rebind.text', { number: uses.length })}</p>
          <div className="rebind-start">
            <AutoComplete
              aria-label={t('rebind.from')}
              value={from}
              options={prefixes.map(({ prefix, count }) => ({
                value: prefix,
                label: t('symbol.prefixUses', { prefix, count }),
              }))}
              onChange={(next: string) => setFrom(next)}
            />
            <ArrowRightOutlined aria-hidden />
            <Input
              aria-label={t('rebind.to')}
              placeholder={t('rebind.toExample')}
              value={to}
              status={to !== '' && !isStart ? 'error' : ''}
              onChange={(event) => setTo(event.target.value)}
              onPressEnter={applyStart}
            />
            <Button disabled={replaced.size === 0 || !isStart} onClick={applyStart}>
              {t('rebind.apply', { number: to === '' ? replacePrefix(tags, from, 'x').size : replaced.size })}
            </Button>
          </div>
          <div className="rebind-list">
            <table>
              <thead>
                <tr>
                  <th>{t('rebind.old')}</th>
                  <th>{t('rebind.uses')}</th>
                  <th>{t('rebind.new')}</th>
                </tr>
              </thead>
              <tbody>
                {uses.map(({ tag, uses: list }) => (
                  <tr key={tag} data-changed={(map.get(tag) ?? tag) !== tag}>
                    <td>
                      <code title={tag}>{tag}</code>
                    </td>
                    <td>{list.length}</td>
                    <td>
                      <TagPicker
                        label={t('rebind.newOf', { tag })}
                        value={map.get(tag) ?? tag}
                        project={store.project}
                        isSmall
                        onChange={(next) => setMap(new Map(map).set(tag, next))}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {refused && <Alert type="error" showIcon title={localize(formatRejection(refused, session.document))} />}
    </Modal>
  )

  function applyStart(): void {
    if (isStart) setMap(new Map([...map, ...replaced]))
  }
})
