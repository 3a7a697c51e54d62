import { createTree, type Stage, type TreeOptions } from '@mimic/engine'
import { catalog } from '@mimic/engine/catalog'
import type { DrawingDocument } from '@mimic/engine/document'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { getWordsKey } from '../locales/languages.ts'

/**
 * Keeps the accessible tree of a drawing in the current language, for screen readers and keyboard. Pass the runner of a
 * running drawing or the selection of an edited one. `runner`, `selection` and `onFocus` must be stable references.
 */
export function useTree(
  stage: Stage | undefined,
  document: DrawingDocument,
  runner: TreeOptions['runner'],
  selection?: TreeOptions['selection'],
  onFocus?: TreeOptions['onFocus'],
): void {
  const { i18n } = useTranslation()
  const language = getWordsKey(i18n.language)

  useEffect(() => {
    if (!stage || !(runner ?? selection)) return
    const tree = createTree(stage, document, catalog, {
      language,
      ...(runner ? { runner } : {}),
      ...(selection ? { selection } : {}),
      ...(onFocus ? { onFocus } : {}),
    })
    return () => tree.destroy()
  }, [stage, document, runner, selection, onFocus, language])
}
