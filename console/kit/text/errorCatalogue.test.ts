import { describe, expect, it } from 'vitest'
import { errors, type ErrorName } from '../../../contract/errors.ts'
import { toCallFailure } from '../../net/failure.ts'
import crud from '../../locales/en-us/crud.json' with { type: 'json' }
import crudZh from '../../locales/zh-cn/crud.json' with { type: 'json' }
import lighting from '../../locales/en-us/lighting.json' with { type: 'json' }
import marking from '../../locales/en-us/marking.json' with { type: 'json' }
import signin from '../../locales/en-us/signin.json' with { type: 'json' }
import { messages } from './errorCatalogue.ts'

/** Server messages of section 8: the line of the specification, the error name, and the required text. */
const lines: readonly (readonly [line: string, error: ErrorName, words: RegExp, zh: RegExp])[] = [
  ['Login: enter username', 'session.noUsername', /enter the username/, /请输入用户名/],
  ['Login: enter password', 'session.noPassword', /enter the password/, /请输入密码/],
  ['Login: wrong username', 'session.wrongUsername', /Wrong username/, /用户名错误/],
  ['Login: wrong password', 'session.wrongPassword', /Wrong password/, /密码错误/],
  ['Session: auto-logout after long inactivity', 'session.expired', /signed out due to inactivity/, /自动退出/],
  ['Session: auto-logout when the account logs in elsewhere', 'session.ended', /ended elsewhere/, /别处/],
  ['device not online / offline cannot set', 'device.offline', /offline and cannot be set/, /离线，无法设置/],
  ['device not found', 'device.missing', /Device not found/, /设备不存在/],
  ['processing timed out', 'network.timeout', /timed out/, /超时/],
  ['format error on import, upload the correct template', 'import.format', /upload the correct template/, /正确的模板/],
  [
    'attachment format wrong, reimport',
    'file.type',
    /Attachment format wrong.*import it again/,
    /附件格式错误.*重新导入/,
  ],
  ['no data for export', 'export.empty', /No data for export/, /没有可导出/],
  ['project has no bound configuration, bind first', 'file.unbound', /no bound drawing\. Bind one first/, /请先绑定/],
  ['invalid JSON', 'input.json', /not valid JSON/, /不是有效的 JSON/],
  ['invalid URL', 'data.address', /Not an http\(s\) URL/, /不是有效的 http/],
  ['binding overwrite warnings', 'entity.bound', /bound elsewhere\. Continue to replace/, /覆盖/],
]

describe('section 8', () => {
  it.each(lines)('%s', (_line, error, words, zh) => {
    expect(errors[error].words.en).toMatch(words)
    expect(errors[error].words.zh).toMatch(zh)
    // As sent by the server: the error name without a message.
    expect(toCallFailure(errors[error].status, { code: errors[error].code, error }).words).toEqual(errors[error].words)
  })

  it('500: error toast; 601: warning toast; any other non-200: error notification – or an inline message', () => {
    const expected = (code: number): string => (code === 500 ? 'toast' : code === 601 ? 'warning' : 'notification')
    // Uploads and downloads have separate toasts in this section, independent of the source of the error.
    const other = Object.entries(errors)
      .filter(
        ([name, { code, manner }]) =>
          manner !== 'silent' &&
          manner !== expected(code) &&
          !/^(?:upload|download)\.|^file\.(?:type|large)$/.test(name),
      )
      .map(([name]) => name)
    expect(other).toEqual([])
  })

  it('enter username, enter password: the form validates before it sends a request', () => {
    expect([signin.enterAccount, signin.enterPassword]).toEqual([
      'Please enter the username',
      'Please enter the password',
    ])
  })

  it('wrong username, wrong password: shows the message of another server unchanged', () => {
    expect(toCallFailure(200, { code: 500, msg: 'wrong password' })).toMatchObject({
      words: { en: 'wrong password', zh: 'wrong password' },
      manner: 'toast',
    })
  })

  it('label save failed; annotation save failed; annotate on map before saving; annotation device list empty', () => {
    expect(messages.labelFailed(errors['device.missing'].words)).toEqual({
      en: 'Label save failed: Device not found',
      zh: '标签保存失败：设备不存在',
    })
    expect(messages.annotationFailed(2)).toEqual({
      en: 'Annotation save failed: 2 not saved',
      zh: '标注保存失败：2 项未保存',
    })
    expect([marking.noDrafts, marking.emptyList]).toEqual([
      'Please annotate on the map before saving',
      'The annotation device list is empty',
    ])
  })

  it('operation terminated or aborted: a stopped import, export or upload is reported', () => {
    expect([crud.import.stopped, messages.exportEnded.en, messages.uploadEnded.en]).toEqual([
      'Import stopped',
      'The export was stopped',
      'The upload was stopped',
    ])
    expect(
      [crudZh.import.stopped, messages.exportEnded.zh, messages.uploadEnded.zh].filter(
        (words) => !words.includes('停止'),
      ),
    ).toEqual([])
  })

  it('unbound region and device: an area without a program, a name under which no device speaks', () => {
    expect([lighting.program.none, crud.deviceUnknown]).toEqual([
      expect.stringMatching(/no program/),
      expect.stringMatching(/No data received for this device/),
    ])
  })

  it('success messages: delete, modify, add, upload', () => {
    expect(
      [messages.deleted, messages.saved, messages.added, messages.uploaded].map(({ en, zh }) => `${en} ${zh}`),
    ).toEqual(['Deleted 删除成功', 'Changes saved 修改成功', 'Added 新增成功', 'Uploaded 上传成功'])
  })

  it('success messages: bind variable, remove device', () => {
    expect([messages.variableBound, messages.deviceRemoved]).toEqual([
      { en: 'Variable bound', zh: '变量绑定成功' },
      { en: 'Device removed', zh: '设备移除成功' },
    ])
  })
})
