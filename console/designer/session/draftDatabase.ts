import { draftsOf, type DraftShelf, type Head, type Step, symbolKeyOf } from './drafts.ts'
import { type SavedSteps, savedStepsAtMost } from './savedSteps.ts'

const databaseName = 'mimic'
const heads = 'draftHeads'
const steps = 'draftSteps'

/**
 * Opens the draft storage in IndexedDB. Throws if the browser does not allow storage, for example in a private window
 * or on a full disk.
 */
export async function openDraftDatabase(factory: IDBFactory): Promise<DraftShelf> {
  const database = await open(factory)
  const write = async <T>(act: (head: IDBObjectStore, step: IDBObjectStore) => T, durability: IDBTransactionDurability = 'default'): Promise<T> => {
    const transaction = database.transaction([heads, steps], 'readwrite', { durability })
    const asked = act(transaction.objectStore(heads), transaction.objectStore(steps))
    // Commit immediately instead of after the requests, because a closing page does not live long enough.
    transaction.commit()
    await finished(transaction)
    return asked
  }
  return {
    begin: ({ drawing, ...draft }) => write((head, step) => {
      step.delete(stepsOf(draft.key))
      head.put({ ...draft, owner: ownerOf(draft.account, draft.drawingId), base: drawing } satisfies Head)
      // Strict durability: an older draft may be removed afterwards, so this one must be on disk.
    }, 'strict'),
    async append(stretch) {
      const found = await write((head, step) => {
        step.put(stretch)
        return head.getKey(stretch.key)
      })
      return found.result !== undefined
    },
    remove: (key) => write((head, step) => {
      for (const each of [key, symbolKeyOf(key)]) {
        head.delete(each)
        step.delete(stepsOf(each))
      }
    }),
    async of(account, drawingId) {
      const transaction = database.transaction([heads, steps])
      const found: Head[] = await answered(transaction.objectStore(heads).index('owner').getAll(ownerOf(account, drawingId)))
      const lists = await Promise.all(found.map(async ({ key }) => {
        const list: Step[] = await answered(transaction.objectStore(steps).getAll(stepsOf(key)))
        return [key, list] as const
      }))
      const byKey = new Map(lists)
      return draftsOf(found, (key) => byKey.get(key) ?? [])
    },
    async keepSteps({ kept, ...saved }) {
      const all: SavedHead[] = await answered(database.transaction(heads).objectStore(heads).index('owner').getAll(savedOwner))
      const key = savedKeyOf(saved.account, saved.drawingId)
      const old = all.filter((head) => head.key !== key).toSorted((a, b) => b.at - a.at).slice(savedStepsAtMost - 1)
      return write((head, step) => {
        for (const each of old) {
          head.delete(each.key)
          step.delete(stepsOf(each.key))
        }
        head.put({ ...saved, key, owner: savedOwner } satisfies SavedHead)
        step.put({ key, sequence: 1, kept } satisfies SavedBody)
      })
    },
    async savedSteps(account, drawingId) {
      const transaction = database.transaction([heads, steps])
      const key = savedKeyOf(account, drawingId)
      const [head, body]: [SavedHead | undefined, SavedBody | undefined] = await Promise.all([
        answered(transaction.objectStore(heads).get(key)), answered(transaction.objectStore(steps).get([key, 1])),
      ])
      if (!head || !body) return null
      const { account: whose, drawingId: which, revision, hash, at } = head
      return { account: whose, drawingId: which, revision, hash, at, kept: body.kept }
    },
    close: () => database.close(),
  }
}

/**
 * Saved steps use the stores of the drafts: a new store requires a database upgrade, which waits until all older pages
 * are closed.
 */
const savedOwner = 'savedSteps'
const savedKeyOf = (account: string, drawingId: string): string => `${savedOwner}/${account}/${drawingId}`
type SavedHead = Omit<SavedSteps, 'kept'> & { readonly key: string; readonly owner: string }
type SavedBody = Pick<SavedSteps, 'kept'> & { readonly key: string; readonly sequence: number }

const ownerOf = (account: string, drawingId: string): string => `${account}/${drawingId}`
const stepsOf = (key: string): IDBKeyRange => IDBKeyRange.bound([key, 0], [key, Infinity])

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(databaseName, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(heads, { keyPath: 'key' }).createIndex('owner', 'owner')
    request.result.createObjectStore(steps, { keyPath: ['key', 'sequence'] })
  }
  return answered(request)
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the browser storage failed'))
  })
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser storage refused'))
  })
}
