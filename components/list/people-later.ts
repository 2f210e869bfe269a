import { later } from '#components/form/later'

/** It comes with the first record that is opened. */
export const PeopleOf = later(() => import('./people-of').then((module) => module.PeopleOf))
