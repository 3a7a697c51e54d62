import { useStores } from '../stores/root.ts'
import { CallFailure } from '../net/failure.ts'
import type { RevisionStore } from '../stores/drawings/revisions.ts'

/**
 * Returns a function that restores a revision of a drawing that is not open here. If the drawing was saved after the
 * list was loaded, nothing is restored and a notice is shown.
 */
export function useRestore(
  onRestored: () => Promise<void>,
): (store: RevisionStore, revision: number, newest: number) => Promise<boolean> {
  const { notices } = useStores()
  return async (store, revision, newest) => {
    try {
      await store.restore(revision, newest)
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      if (thrown.error === 'drawing.conflict')
        notices.post({ manner: 'warning', words: conflictText(String(thrown.detail?.['updatedBy'] ?? '')) })
      return false
    }
    await onRestored()
    return true
  }
}

const conflictText = (user: string) => ({
  en: `${user} saved this drawing in the meantime. Nothing was restored. Look at the newest revision, then restore again.`,
  zh: `${user} 已保存此图纸，未执行恢复。请先查看最新版本，再重新恢复。`,
})
