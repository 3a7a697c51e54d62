import { expect, it } from 'vitest'
import { getEntity } from '../../contract/entities.ts'
import type { Row } from '../../contract/entity/define.ts'
import { getName } from '../crud/config/screenConfig.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { loggedChanges } from './loggedChanges.ts'
import { loggedAction, loggedObject, loggedUser } from './logLabels.ts'
import { operationLogShape } from './operationLogShape.tsx'

const getChanges = (content: string, name: string, titles: Row['titles'] = {}): (readonly string[])[] | undefined =>
  loggedChanges(content, { entity: getEntity(name), titles })?.map(({ words, before, after }) => [
    words.zh,
    ...(before ? [before.zh] : []),
    after.zh,
    after.en,
  ])

it('describes the object and the action of a log entry in the words of its entity', () => {
  const pole = loggedObject('pole/a1')
  expect([pole.words.en, pole.id]).toEqual(['Pole', 'a1'])
  expect(loggedObject('drawing/pump-house')).toMatchObject({ words: { zh: '组态' }, id: 'pump-house' })
  expect(loggedObject('pole').id).toBe('')
  expect([
    loggedAction('update', pole.entity).en,
    loggedAction('disable', getEntity('account')).zh,
    loggedAction('no such', undefined).en,
  ]).toEqual(['Changed', '停用', 'no such'])
})

it('names parts of the installation and users without an account', () => {
  expect([
    loggedObject('installation/secondStep').name?.zh,
    loggedObject('cache/tokens').name?.en,
    loggedUser('server', '', 'create').zh,
    loggedUser('server', '10.0.0.1', 'create').zh,
    loggedUser('share', '10.0.0.1', 'share.open').en,
  ]).toEqual(['两步验证', 'API tokens', '系统', 'server', 'By a link'])
})

it('lists changes with old and new values, new objects with their values, and nothing for unreadable entries', () => {
  expect(
    getChanges('{"phone":{"before":null,"after":"13800130000"},"roles":{"before":[],"after":["a","b"]}}', 'account', {
      'role/a': 'Night',
      'role/b': 'Day',
    }),
  ).toEqual([
    ['手机号', '–', '13800130000', '13800130000'],
    ['附加角色', '–', 'Night、Day', 'Night, Day'],
  ])
  expect(
    getChanges('{"project":"tunnel","values":{"name":"Pole 1","area":null,"lng":114.03}}', 'pole', {
      'project/tunnel': 'North tunnel',
    })?.map(([, , en]) => en),
  ).toEqual(['North tunnel', 'Pole 1', '114.03'])
  expect([getChanges('', 'account'), getChanges('not JSON', 'account'), getChanges('{}', 'account')]).toEqual([
    undefined,
    undefined,
    [],
  ])
})

it('translates options, states, booleans, references and permissions, and marks technical values', () => {
  expect(getChanges('{"role":"super","secondStep":true}', 'account')).toEqual([
    ['角色', '超级管理员', 'Super administrator'],
    ['两步验证', '是', 'Yes'],
  ])
  expect(getChanges('{"from":"enabled","to":"disabled","values":{}}', 'account')).toEqual([
    ['原状态', '启用', 'Enabled'],
    ['新状态', '停用', 'Disabled'],
  ])
  expect(
    getChanges('{"projects":{"before":[],"after":[{"project":"p1","role":"manager"}]}}', 'account', {
      'project/p1': 'East',
    }),
  ).toEqual([['项目', '–', '(项目: East, 项目角色: 管理用户)', '(Project: East, Role in the project: Managing user)']])
  expect(
    getChanges(
      '{"permissions":{"before":"*:*:*","after":"lighting:pole:list\\nlighting:pole:edit\\nno:such:thing"}}',
      'role',
    ),
  ).toEqual([['权限', '全部权限', 'no:such:thing\n单灯：列表、修改', 'no:such:thing\nPoles: List, Edit']])
  expect(getChanges('{"field":"area"}', 'pole')).toEqual([['字段', '区域', 'Area']])
  expect(
    loggedChanges('{"hash":"abc","project":"p1"}', { entity: undefined })?.map(({ name, isMark }) => [name, isMark]),
  ).toEqual([
    ['project', false],
    ['hash', true],
  ])
})

it('describes automatic actions of the server: of a strategy with its measurements, of a linkage by its name', () => {
  expect(
    getChanges(
      '{"zone":"th2","level":10,"luminance":147.123456,"flow":439.39942068529473,"sent":11,"refused":0}',
      'tunnel',
    ),
  ).toEqual([
    ['照明段', '入口段 2', 'Threshold 2'],
    ['亮度等级', '10', '10'],
    ['洞外亮度', '147.12 cd/m²', '147.12 cd/m²'],
    ['交通量', '439.4 辆/(h·车道)', '439.4 vehicles/h per lane'],
    ['已下发', '11', '11'],
    ['被拒绝', '0', '0'],
  ])
  expect(getChanges('{"zone":"in","level":20,"luminance":null,"flow":null}', 'tunnel')?.map(([, zh]) => zh)).toEqual([
    '中间段',
    '20',
    '–',
    '–',
  ])
  expect(
    getChanges('{"timetable":"t1","point":"18:00","dimming":100,"colorTemperature":50}', 'area', {
      'timetable/t1': 'All night',
    })?.map(([name, zh]) => [name, zh]),
  ).toEqual([
    ['时间表策略', 'All night'],
    ['时间点', '18:00'],
    ['调光比例', '100 %'],
    ['色温比例', '50 %'],
  ])
  expect(getChanges('{"on":true,"sent":1}', 'loop')?.at(0)).toEqual(['开启', '是', 'Yes'])
  const linked = loggedChanges('{"command":"c1","value":1,"linkage":"l1","account":"a1"}', {
    entity: undefined,
    titles: { 'linkage/l1': 'Tank 03 low: start its pump', 'account/a1': 'ann' },
  })
  expect(linked?.map(({ words, after }) => `${words.en} ${after.en}`)).toEqual([
    'Value 1',
    'By linkage Tank 03 low: start its pump',
    'Account ann',
    'Command c1',
  ])
})

it('describes manual lighting with its levels, end and reason, and its end', () => {
  const until = Date.parse('2026-11-21T22:30:00')
  expect(
    getChanges(
      JSON.stringify({ dimming: 40, dimming2: 20, until, reason: 'Road works', sent: 2, refused: 0, key: 'k' }),
      'loop',
    )?.map(([zh, , en]) => [zh, en]),
  ).toEqual([
    ['调光比例', '40 %'],
    ['副灯调光比例', '20 %'],
    ['结束时间', formatTime(until)],
    ['原因', 'Road works'],
    ['已下发', '2'],
    ['被拒绝', '0'],
    ['键', 'k'],
  ])
  expect(getChanges('{"overrideEnded":true}', 'pole')).toEqual([['手动设置结束', '是', 'Yes']])
  expect([loggedAction('override', getEntity('pole')).en, loggedAction('light', getEntity('area')).en]).toEqual([
    'Set manually',
    'Set its lamps',
  ])
})

it('calls a line above its details as its row does', () => {
  const row: Row = JSON.parse(
    '{"id":"1","revision":1,"titles":{"t1":"North tunnel"},"createdAt":0,"createdBy":"","updatedAt":0,"updatedBy":"","object":"tunnel/t1"}',
  )
  const shape = { entity: getEntity('operationLog'), ...operationLogShape }
  expect([
    getName(shape, row, ({ en }) => en),
    getName(shape, row, ({ zh }) => zh),
    getName({ entity: getEntity('operationLog') }, row, ({ en }) => en),
  ]).toEqual(['Tunnel North tunnel', '隧道 North tunnel', 'tunnel/t1'])
})
