import { HttpClient } from '@angular/common/http';
import { Component, inject, signal } from '@angular/core';
import { firstValueFrom } from 'rxjs';
import { callAll } from '../calls';

const api = '/api/angularmaterial';

@Component({
  selector: 'app-calls',
  template: `
    <h1>Calls</h1>
    <img data-testid="public" src="mark.svg" width="20" height="20" />
    <div class="drawn" data-testid="drawn"></div>
    <img data-testid="picture" src="/api/angularmaterial/picture.png" />
    <a data-testid="download" href="/api/angularmaterial/table.csv" download="table.csv">table</a>
    <button data-testid="open" (click)="open()">report</button>
    <button data-testid="run" (click)="run()">run</button>
    <ol data-testid="lines">@for (line of lines(); track line) {<li>{{ line }}</li>}</ol>
  `,
})
export class CallsPage {
  private readonly http = inject(HttpClient);
  protected readonly lines = signal<string[]>([]);
  protected open() {
    window.open(`${api}/report.pdf`);
  }
  protected async run() {
    const tell = (line: string) => this.lines.update((before) => [...before, line]);
    await callAll(api, tell);
    tell(`client ${JSON.stringify(await firstValueFrom(this.http.get(`${api}/echo`)))}`);
    tell(`client-post ${JSON.stringify(await firstValueFrom(this.http.post(`${api}/echo`, { a: 1 })))}`);
    tell('done');
  }
}
