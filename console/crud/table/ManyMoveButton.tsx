import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity, Row } from '../../../contract/entity/define.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { CallFailure } from '../../net/failure.ts'
import { useStores } from '../../stores/root.ts'
import { useMoves } from './useMoves.ts'

interface ManyMoveButtonProps {
  readonly entity: Entity
  readonly move: string
  /** The selected rows. Rows whose state does not allow the transition are left out. */
  readonly rows: readonly Row[]
}

/** Makes a transition of all selected rows, one after another, and reports how many failed. */
export const ManyMoveButton = observer(function ManyMoveButton({ entity, move, rows }: ManyMoveButtonProps) {
  const { entities, notices } = useStores()
  const { t } = useTranslation('crud')
  const localize = useLocalized()
  const getMoves = useMoves(entity)
  const [isBusy, setBusy] = useState(false)
  const due = rows.filter((row) => getMoves(row).some(({ name }) => name === move))
  const words = entity.lifecycle?.moves[move]?.words
  if (!words) return null

  async function handleClick(): Promise<void> {
    setBusy(true)
    const store = entities.of(entity)
    const failures: CallFailure[] = []
    for (const { id } of due) {
      try {
        await store.client.move(id, move, {}, { quiet: true })
      } catch (thrown) {
        if (!(thrown instanceof CallFailure)) throw thrown
        failures.push(thrown)
      }
    }
    setBusy(false)
    const [first] = failures
    const done = due.length - failures.length
    notices.post(
      first
        ? {
            manner: 'notification',
            words: {
              en: `${done} of ${due.length} done: ${first.words.en}`,
              zh: `${due.length} 条中完成 ${done} 条：${first.words.zh}`,
            },
          }
        : { manner: 'success', words: { en: `${words?.en ?? ''}: ${done}`, zh: `${words?.zh ?? ''} ${done} 条` } },
    )
    store.choose([])
    await store.reload()
  }

  return (
    <Button type="primary" loading={isBusy} disabled={due.length === 0} onClick={() => void handleClick()}>
      {t('moveMany', { move: localize(words), count: due.length })}
    </Button>
  )
})
