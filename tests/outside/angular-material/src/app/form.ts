import { Component } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormFieldModule } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';

@Component({
  imports: [MatButton, MatFormFieldModule, MatInput],
  selector: 'app-form',
  template: `<h1>Form</h1><button matButton="filled">look</button><mat-form-field><input matInput data-testid="draft" /></mat-form-field>`,
})
export class Form {}
