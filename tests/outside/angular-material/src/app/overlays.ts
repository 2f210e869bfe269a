import { Component, inject, TemplateRef, viewChild } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatDatepickerModule } from '@angular/material/datepicker';
import { MatDialog } from '@angular/material/dialog';
import { MatFormFieldModule } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { MatMenuModule } from '@angular/material/menu';
import { MatOption, MatSelect } from '@angular/material/select';
import { MatSidenavModule } from '@angular/material/sidenav';
import { MatSnackBar } from '@angular/material/snack-bar';
import { MatTooltip } from '@angular/material/tooltip';

@Component({
  imports: [MatButton, MatDatepickerModule, MatFormFieldModule, MatInput, MatMenuModule, MatOption, MatSelect, MatSidenavModule, MatTooltip],
  selector: 'app-overlays',
  template: `
    <h1>Overlays</h1>
    <div style="height: 100vh" data-testid="sized"></div>
    <div style="position: fixed; right: 0; bottom: 0; width: 40px; height: 20px; background: tomato" data-testid="pinned"></div>
    <p><mat-form-field><mat-select data-testid="select"><mat-option value="1">One</mat-option><mat-option value="2">Two</mat-option></mat-select></mat-form-field></p>
    <p data-testid="date"><mat-form-field><input matInput [matDatepicker]="picker" (click)="picker.open()" /><mat-datepicker #picker /></mat-form-field></p>
    <p><button matButton="filled" data-testid="tooltip" matTooltip="A tip">tooltip</button></p>
    <p><button matButton="filled" data-testid="menu" [matMenuTriggerFor]="menu">menu</button></p>
    <mat-menu #menu="matMenu"><button mat-menu-item>First</button></mat-menu>
    <p><button matButton="filled" data-testid="dialog" (click)="open()">dialog</button></p>
    <p><button matButton="filled" data-testid="drawer" (click)="drawer.toggle()">drawer</button></p>
    <p><button matButton="filled" data-testid="message" (click)="bar.open('Saved')">message</button></p>
    <mat-sidenav-container style="position: fixed; inset: 0; visibility: hidden"><mat-sidenav #drawer mode="over" [style.visibility]="drawer.opened ? 'visible' : 'hidden'" style="width: 200px">inside</mat-sidenav></mat-sidenav-container>
    <ng-template #content><div style="padding: 24px; width: 300px; box-sizing: border-box"><mat-select data-testid="inner" placeholder="choose"><mat-option value="1">One</mat-option></mat-select></div></ng-template>
    <div style="height: 100vh"></div>
  `,
})
export class Overlays {
  private readonly content = viewChild.required<TemplateRef<unknown>>('content');
  private readonly dialog = inject(MatDialog);
  protected readonly bar = inject(MatSnackBar);
  protected open() {
    this.dialog.open(this.content(), { enterAnimationDuration: 0, exitAnimationDuration: 0 });
  }
}
