import type { Point } from '@mimic/engine'
import type { SymbolDefinition } from '@mimic/engine/document'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../net/failure.ts'
import { useDesigner } from '../context.ts'
import { uniqueStem } from '../uniqueName.ts'

/** Library actions; the client reports failures of the server. */
export function useLibrary() {
  const { dialogState, drawing, session, library } = useDesigner()
  const { message } = App.useApp()
  const { t } = useTranslation('designer')

  async function ignoreFailure<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act()
    } catch (thrown) {
      if (thrown instanceof CallFailure) return undefined
      throw thrown
    }
  }

  return {
    /**
     * Places an instance centred at `middle`. Notifies if the drawing keeps an older copy, or if nothing was placed
     * because the symbol would contain itself.
     */
    put: async (id: string, middle: Point): Promise<void> => {
      const { older: outdatedCopy, around: wouldNest } =
        (await ignoreFailure(() =>
          library.placeInstance(
            session,
            id,
            middle,
            (name) => uniqueStem(session.document.components.values(), name),
            dialogState.forbiddenSymbols,
          ),
        )) ?? {}
      if (wouldNest) void message.warning(t('library.around', { name: wouldNest.name }))
      if (outdatedCopy) void message.info(t('library.older', { name: outdatedCopy.name }))
    },
    /** Updates all symbols with newer library entries, and their instances. */
    followAll: async (): Promise<void> => {
      const count = await ignoreFailure(() => library.updateAll(drawing))
      if (typeof count === 'number') void message.success(t('library.followedAll', { number: count }))
    },
    follow: async ({ id, name }: SymbolDefinition): Promise<void> => {
      if (await ignoreFailure(() => library.updateSymbol(drawing, id)))
        void message.success(t('library.followed', { name }))
    },
  }
}
