import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Mapping, MessageNode } from '../../contract/mapping/index.ts'
import { messageProblems, suggestPoints } from '../../contract/mapping/index.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { findPoint, findTopic } from './mappingDraft.ts'
import type { PreviewMessage } from './preview.ts'

interface MessageTreeProps {
  readonly message: PreviewMessage
  readonly mapping: Mapping
  /** Null if the mapping cannot be changed. */
  readonly onAdd: ((node: MessageNode) => void) | null
}

/** Content of a message as a tree; a value becomes a point by a click. */
export function MessageTree({ message, mapping, onAdd }: MessageTreeProps) {
  const { t } = useTranslation('onboarding')
  const localize = useLocalized()
  const tree = suggestPoints(message)
  if (tree.problem !== undefined) return <p className="onboarding-note">{localize(messageProblems[tree.problem])}</p>
  const topicId = findTopic(mapping, message.topic)?.id
  const draw = (node: MessageNode) => {
    const isPoint = topicId !== undefined && findPoint(mapping, topicId, node.path) !== undefined
    const name = node.key === '' ? t('tree.value') : node.key
    return (
      <li key={node.path}>
        <span className="onboarding-node">
          <code>{name}</code>
          {node.children.length === 0 && <span className="onboarding-sample">{node.sample}</span>}
          {node.suggestion && onAdd && (
            <Button
              size="small"
              type="text"
              disabled={isPoint}
              aria-label={t(isPoint ? 'tree.addedNamed' : 'tree.addNamed', { name: node.path || name })}
              onClick={() => onAdd(node)}
            >
              {t(isPoint ? 'tree.added' : 'tree.add')}
            </Button>
          )}
        </span>
        {node.children.length > 0 && <ul>{node.children.map(draw)}</ul>}
      </li>
    )
  }
  return (
    <>
      <ul className="onboarding-tree" aria-label={t('tree.title', { topic: message.topic })}>
        {draw(tree.root)}
      </ul>
      {tree.isCut && <p className="onboarding-note">{t('tree.cut')}</p>}
    </>
  )
}
